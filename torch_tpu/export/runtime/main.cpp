// The command line of an exported model.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "program.h"

namespace tpu_export
{
namespace
{

constexpr const char *kUsage =
    "usage: %s test [--chip NAME] [--dataset NAME] [--batch-size N] [--config FILE] [--compare]\n"
    "       %*s      [--data DIR] [--inputs FILE,...] [--labels FILE] [--outputs DIR] [--json FILE]\n"
    "       %s operators [--chip NAME] [--config FILE]\n"
    "       %s chips\n"
    "\n"
    "test       runs the model over a dataset; prints accuracy and time, and with --compare how far the outputs are from the references\n"
    "operators  lists the operators: name, precision, overload, place in the module\n"
    "chips      lists the chips of this machine\n"
    "\n"
    "--chip NAME       chip to run on (default: the first one)\n"
    "--dataset NAME    folder of the data: test (default), tune\n"
    "--batch-size N    samples at a time (default: that of the export)\n"
    "--config FILE     precision of each operator, YAML or JSON\n"
    "--data DIR        folder of weights and datasets (default: that of the export, as it lies to this program; TPU_EXPORT_DATA)\n"
    "--inputs, --labels  files in place of the dataset's\n"
    "--outputs DIR     writes the outputs there, output0.bin and so on\n"
    "--json FILE       writes what is printed there too\n";

struct Options
{
    std::string command, chip, dataset = "test", config, data, labels, outputs, json;
    std::vector<std::string> inputs;
    int64_t batch = 0;
    bool compare = false;
};

std::vector<std::string> split(const std::string &text, char at)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);)
    {
        parts.push_back(part);
    }
    return parts;
}

Options parse(int count, char **arguments)
{
    Options options;
    for (int i = 1; i < count; ++i)
    {
        const std::string word = arguments[i];
        const auto value = [&]() -> std::string {
            if (i + 1 >= count)
            {
                throw Error(word + " needs a value");
            }
            return arguments[++i];
        };
        if (word == "--chip")
            options.chip = value();
        else if (word == "--dataset")
            options.dataset = value();
        else if (word == "--config")
            options.config = value();
        else if (word == "--data")
            options.data = value();
        else if (word == "--labels")
            options.labels = value();
        else if (word == "--inputs")
            options.inputs = split(value(), ',');
        else if (word == "--outputs")
            options.outputs = value();
        else if (word == "--json")
            options.json = value();
        else if (word == "--compare")
            options.compare = true;
        else if (word == "--batch-size")
        {
            const std::string text = value();
            char *end = nullptr;
            options.batch = std::strtoll(text.c_str(), &end, 10);
            if (*end != '\0' || options.batch < 1 || options.batch > INT_MAX)
            {
                throw Error("--batch-size takes a number from 1, not " + text);
            }
        }
        else if (options.command.empty() && word[0] != '-')
            options.command = word;
        else
            throw Error("unknown argument " + word + "; --help tells what there is");
    }
    return options;
}

bool exists(const std::string &path) { return std::ifstream(path).good(); }

// The export's folder: as the environment or the build says, seen from this file.
std::string dataFolder(const Options &options)
{
    if (!options.data.empty())
    {
        return options.data;
    }
    const char *variable = std::getenv("TPU_EXPORT_DATA");
    if (variable != nullptr && *variable != '\0')
    {
        return variable;
    }
    std::string self(PATH_MAX, '\0');
    const ssize_t length = readlink("/proc/self/exe", self.data(), self.size());
    self.resize(length > 0 ? static_cast<size_t>(length) : 0);
    const std::string folder = self.substr(0, self.rfind('/'));
    return exists(folder + "/weights.bin") ? folder : folder + "/" + program.data;
}

std::string numberText(double value, int digits = 6)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

std::string jsonNumber(double value) { return std::isfinite(value) ? numberText(value, 17) : "\"" + numberText(value) + "\""; }

// What is found while the batches run, of one output against one reference.
struct Difference
{
    double largest = 0, sum = 0;
    int64_t elements = 0, different = 0;

    void add(const std::vector<char> &output, const std::vector<char> &reference, Dtype dtype)
    {
        const size_t width = tpudnnTensorDataSize(dtype);
        const std::vector<double> left = numbers(output, dtype);
        const std::vector<double> right = numbers(reference, dtype);
        for (size_t i = 0; i < left.size(); ++i)
        {
            const bool same = std::memcmp(output.data() + i * width, reference.data() + i * width, width) == 0;
            const bool equal = same || left[i] == right[i] || (std::isnan(left[i]) && std::isnan(right[i]));
            const double difference = equal ? 0 : std::fabs(left[i] - right[i]);
            largest = std::isnan(difference) || std::isnan(largest) ? NAN : std::max(largest, difference);
            sum += difference;
            different += same ? 0 : 1;
            ++elements;
        }
    }
};

struct Reference
{
    std::string name;
    std::vector<TensorFile> files;
    std::vector<Difference> differences;
};

struct Accuracy
{
    int64_t right = 0, counted = 0, ignored = 0;

    void add(const std::vector<double> &scores, const std::vector<double> &labels, int64_t classes, int64_t first_label)
    {
        for (size_t i = 0; i < labels.size(); ++i)
        {
            if (labels[i] < 0)
            {
                ++ignored; // as torch's ignore_index
                continue;
            }
            if (labels[i] >= static_cast<double>(classes))
            {
                throw Error("label " + numberText(labels[i]) + " at place " + std::to_string(first_label + static_cast<int64_t>(i)) +
                            " is outside of the model's " + std::to_string(classes) + " classes");
            }
            const auto begin = scores.begin() + static_cast<int64_t>(i) * classes;
            const auto best = std::max_element(
                begin, begin + classes, [](double left, double right) { return left < right || (std::isnan(right) && !std::isnan(left)); });
            right += best - begin == static_cast<int64_t>(labels[i]) ? 1 : 0;
            ++counted;
        }
    }
};

class Writer
{
public:
    Writer(const std::string &path, Dtype dtype, Shape shape) : path_(path), out_(path, std::ios::binary)
    {
        const auto code = static_cast<uint32_t>(dtype);
        const auto dims = static_cast<uint32_t>(shape.size());
        out_.write("TPUDATA1", 8);
        out_.write(reinterpret_cast<const char *>(&code), sizeof code);
        out_.write(reinterpret_cast<const char *>(&dims), sizeof dims);
        out_.write(reinterpret_cast<const char *>(shape.data()), static_cast<std::streamsize>(shape.size() * sizeof(int64_t)));
    }

    void add(const std::vector<char> &bytes)
    {
        if (!out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush())
        {
            throw Error(path_ + ": cannot be written");
        }
    }

private:
    std::string path_;
    std::ofstream out_;
};

std::vector<TensorFile> openInputs(const Options &options, const std::string &folder)
{
    if (!options.inputs.empty() && options.inputs.size() != program.inputs.size())
    {
        throw Error("the model has " + std::to_string(program.inputs.size()) + " inputs, --inputs names " +
                    std::to_string(options.inputs.size()));
    }
    std::vector<TensorFile> files;
    for (size_t i = 0; i < program.inputs.size(); ++i)
    {
        files.emplace_back(options.inputs.empty() ? folder + "/input" + std::to_string(i) + ".bin" : options.inputs[i]);
        const Value &wanted = program.inputs[i];
        const TensorFile &file = files.back();
        Shape shape(file.shape().begin() + 1, file.shape().end());
        bool fitting = file.dtype() == wanted.dtype && shape.size() == wanted.shape.size();
        for (size_t d = 0; fitting && d < shape.size(); ++d)
        {
            fitting = wanted.shape[d] == -1 || wanted.shape[d] == shape[d];
        }
        if (!fitting)
        {
            throw Error(file.path() + ": samples of " + nameOf(file.dtype()) + text(shape) + "; input " + std::to_string(i) + " (" +
                        wanted.name + ") is " + nameOf(wanted.dtype) + text(wanted.shape) +
                        (std::count(wanted.shape.begin(), wanted.shape.end(), -1) > 0 ? ", -1: any" : ""));
        }
        if (file.rows() != files.front().rows())
        {
            throw Error(file.path() + ": " + std::to_string(file.rows()) + " samples, where " + files.front().path() + " has " +
                        std::to_string(files.front().rows()));
        }
    }
    return files;
}

std::vector<Reference> openReferences(const std::string &folder, int64_t rows, const tpudnnDeviceProperties_t &chip)
{
    std::vector<Reference> references;
    for (const std::string &name : {std::string("cpu"), std::string(chip.chip)})
    {
        Reference reference{name == "cpu" ? "the CPU" : "eager on " + name, {}, {}};
        for (size_t i = 0; i < program.outputs.size(); ++i)
        {
            const std::string path = folder + "/reference/" + name + "/output" + std::to_string(i) + ".bin";
            if (!exists(path))
            {
                break;
            }
            reference.files.emplace_back(path);
            if (reference.files.back().rows() != rows || reference.files.back().dtype() != program.outputs[i].dtype)
            {
                throw Error(path + ": " + std::to_string(reference.files.back().rows()) + " rows of " +
                            nameOf(reference.files.back().dtype()) + ", where the dataset has " + std::to_string(rows) +
                            " samples and output " + std::to_string(i) + " is " + nameOf(program.outputs[i].dtype));
            }
        }
        if (reference.files.size() == program.outputs.size())
        {
            reference.differences.resize(reference.files.size());
            references.push_back(std::move(reference));
        }
    }
    if (references.empty())
    {
        throw Error(folder + "/reference: no reference outputs; --compare has nothing to compare with");
    }
    return references;
}

// Rows [first, first + count) of the inputs on the device, filled up to `batch` with the last one.
std::vector<Tensor> uploadBatch(Run &run, const std::vector<TensorFile> &files, int64_t first, int64_t count, int64_t batch)
{
    std::vector<Tensor> inputs;
    for (const TensorFile &file : files)
    {
        HostTensor tensor{file.dtype(), file.shape(), file.read(first, count)};
        tensor.shape.front() = batch;
        const size_t row = tensor.bytes.size() / static_cast<size_t>(count);
        for (int64_t i = count; i < batch; ++i)
        {
            tensor.bytes.insert(tensor.bytes.end(), tensor.bytes.end() - static_cast<int64_t>(row), tensor.bytes.end());
        }
        try
        {
            inputs.push_back(run.upload(tensor));
        }
        catch (const Error &error)
        {
            throw Error(file.path() + ": " + error.what());
        }
    }
    return inputs;
}

// Runs the program once on zeros, so that what this chip does not have is told before anything else, and weights are there.
void probe(Run &run, const std::vector<TensorFile> &files, int64_t batch)
{
    std::vector<Tensor> inputs;
    for (const TensorFile &file : files)
    {
        HostTensor tensor{file.dtype(), file.shape(), {}};
        tensor.shape.front() = batch;
        tensor.bytes.resize(static_cast<size_t>(product(tensor.shape)) * tpudnnTensorDataSize(tensor.dtype));
        inputs.push_back(run.upload(tensor));
    }
    forward(run, inputs);
    run.synchronize();
}

std::string precisionsText(const Run &run)
{
    std::map<std::string, int> counts;
    for (size_t i = 0; i < program.operators.size(); ++i)
    {
        if (isFloat(program.operators[i].compute))
        {
            ++counts[nameOf(run.precisionOf(i))];
        }
    }
    std::string made;
    for (const auto &each : counts)
    {
        made += (made.empty() ? "" : ", ") + each.first + " (" + std::to_string(each.second) + " operators)";
    }
    return made.empty() ? "none" : made;
}

int test(const Options &options)
{
    const std::string folder = dataFolder(options);
    const std::string dataset = folder + "/" + options.dataset;
    const Configuration configuration = options.config.empty() ? Configuration{} : readConfiguration(options.config);
    Run run(options.chip, folder + "/weights.bin", configuration);
    const std::vector<TensorFile> files = openInputs(options, dataset);
    const int64_t rows = files.front().rows();
    if (rows == 0)
    {
        throw Error(files.front().path() + ": no samples");
    }
    const int64_t fixed = program.fixed_batch ? program.batch : 0;
    const int64_t batch = options.batch > 0 ? options.batch : program.batch;
    if (fixed > 0 && batch != fixed)
    {
        throw Error("the model was exported for batches of " + std::to_string(fixed) + " samples, not " + std::to_string(batch));
    }
    const std::string label_path = options.labels.empty() ? dataset + "/label.bin" : options.labels;
    std::optional<TensorFile> labels;
    if (!options.labels.empty() || (options.inputs.empty() && exists(label_path)))
    {
        labels.emplace(label_path);
        if (isFloat(labels->dtype()))
        {
            throw Error(label_path + ": labels are numbers of classes, not " + nameOf(labels->dtype()));
        }
        if (labels->rows() != rows)
        {
            throw Error(label_path + ": " + std::to_string(labels->rows()) + " labels for " + std::to_string(rows) + " samples");
        }
    }
    std::vector<Reference> references;
    if (options.compare)
    {
        references = openReferences(dataset, rows, run.chip());
    }
    std::printf("model:     %s, %zu operators\n", program.name, program.operators.size());
    std::printf("chip:      %s\n", run.chip().chip);
    std::printf("precision: %s\n", precisionsText(run).c_str());
    probe(run, files, fixed > 0 ? fixed : std::min(batch, rows));

    tpudnnStream_t stream = nullptr;
    tpudnnEvent_t start = nullptr, end = nullptr;
    int device = 0;
    check(tpudnnGetDevice(run.handle(), &device), "device");
    check(tpudnnGetStream(run.handle(), &stream), "stream");
    check(tpudnnEventCreate(device, &start), "event");
    check(tpudnnEventCreate(device, &end), "event");
    Accuracy accuracy;
    double seconds = 0, device_ms = 0;
    int64_t batches = 0;
    std::vector<Writer> writers;
    for (int64_t first = 0; first < rows; first += batch, ++batches)
    {
        const int64_t count = std::min(batch, rows - first);
        const std::vector<Tensor> inputs = uploadBatch(run, files, first, count, fixed > 0 ? fixed : count);
        const auto began = std::chrono::steady_clock::now();
        check(tpudnnEventRecord(start, stream), "event");
        const std::vector<Tensor> outputs = forward(run, inputs);
        check(tpudnnEventRecord(end, stream), "event");
        run.synchronize();
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        float ms = 0;
        check(tpudnnEventElapsedTime(&ms, start, end), "event");
        device_ms += ms;
        for (size_t i = 0; i < outputs.size(); ++i)
        {
            const Tensor real = outputs[i].slice(0, 0, count, 1);
            const std::vector<char> bytes = run.download(real, program.outputs[i].dtype);
            if (i == 0 && labels.has_value())
            {
                const std::vector<double> wanted = numbers(labels->read(first, count), labels->dtype());
                const int64_t classes = real.dim() > 0 ? real.size(-1) : 1;
                if (static_cast<int64_t>(wanted.size()) * classes != real.numel())
                {
                    throw Error(label_path + ": labels of shape " + text(labels->shape()) + " do not belong to an output of shape " +
                                text(real.shape()));
                }
                accuracy.add(numbers(bytes, program.outputs[i].dtype), wanted, classes,
                             first * static_cast<int64_t>(wanted.size()) / count);
            }
            for (Reference &reference : references)
            {
                const std::vector<char> expected = reference.files[i].read(first, count);
                if (expected.size() != bytes.size())
                {
                    throw Error(reference.files[i].path() + ": rows of another size than output " + std::to_string(i));
                }
                reference.differences[i].add(bytes, expected, program.outputs[i].dtype);
            }
            if (!options.outputs.empty())
            {
                if (writers.size() == i)
                {
                    Shape shape = real.shape();
                    shape.front() = rows;
                    writers.emplace_back(options.outputs + "/output" + std::to_string(i) + ".bin", program.outputs[i].dtype, shape);
                }
                writers[i].add(bytes);
            }
        }
    }
    check(tpudnnEventDestroy(start), "event");
    check(tpudnnEventDestroy(end), "event");

    std::ostringstream json;
    json << "{\"model\": \"" << program.name << "\", \"chip\": \"" << run.chip().chip << "\", \"samples\": " << rows
         << ", \"batches\": " << batches;
    const int64_t rest = rows % batch;
    std::printf("samples:   %lld in %lld batches of %lld%s\n", static_cast<long long>(rows), static_cast<long long>(batches),
                static_cast<long long>(batch), rest == 0 ? "" : (", the last of " + std::to_string(rest)).c_str());
    if (accuracy.counted > 0)
    {
        const double share = static_cast<double>(accuracy.right) / static_cast<double>(accuracy.counted);
        std::printf("accuracy:  %.4f (%lld of %lld%s)\n", share, static_cast<long long>(accuracy.right),
                    static_cast<long long>(accuracy.counted),
                    accuracy.ignored > 0 ? (", " + std::to_string(accuracy.ignored) + " negative labels ignored").c_str() : "");
        json << ", \"accuracy\": " << jsonNumber(share) << ", \"right\": " << accuracy.right << ", \"labels\": " << accuracy.counted;
    }
    else
    {
        std::printf("accuracy:  unknown, the dataset has no labels\n");
    }
    std::printf("time:      %.3f ms, %.4f ms per sample; on the device %.4f ms\n", seconds * 1e3, seconds * 1e3 / static_cast<double>(rows),
                device_ms);
    json << ", \"ms\": " << jsonNumber(seconds * 1e3) << ", \"device_ms\": " << jsonNumber(device_ms) << ", \"compare\": [";
    bool first_one = true;
    for (const Reference &reference : references)
    {
        for (size_t i = 0; i < reference.differences.size(); ++i)
        {
            const Difference &each = reference.differences[i];
            const double mae = each.sum / static_cast<double>(each.elements);
            const std::string equal = each.different == 0
                                          ? "equal bit by bit"
                                          : std::to_string(each.different) + " of " + std::to_string(each.elements) + " elements differ";
            std::printf("compare:   output %zu against %s: max_diff %s, MAE %s, %s\n", i, reference.name.c_str(),
                        numberText(each.largest).c_str(), numberText(mae).c_str(), equal.c_str());
            json << (first_one ? "" : ", ") << "{\"output\": " << i << ", \"reference\": \"" << reference.name
                 << "\", \"max_diff\": " << jsonNumber(each.largest) << ", \"MAE\": " << jsonNumber(mae)
                 << ", \"different\": " << each.different << "}";
            first_one = false;
        }
    }
    json << "]}\n";
    if (!options.json.empty() && !(std::ofstream(options.json) << json.str()))
    {
        throw Error(options.json + ": cannot be written");
    }
    return 0;
}

int listOperators(const Options &options)
{
    const Configuration configuration = options.config.empty() ? Configuration{} : readConfiguration(options.config);
    const Run run(options.chip, dataFolder(options) + "/weights.bin", configuration);
    for (size_t i = 0; i < program.operators.size(); ++i)
    {
        const Operator &each = program.operators[i];
        std::printf("%-40s %-7s %s, %s\n", each.name, nameOf(run.precisionOf(i)), each.aten, each.place);
    }
    return 0;
}

int listChips()
{
    int count = 0;
    check(tpudnnGetDeviceCount(&count), "no chips");
    for (int i = 0; i < count; ++i)
    {
        tpudnnDeviceProperties_t properties;
        check(tpudnnGetDeviceProperties(i, &properties), "chip " + std::to_string(i));
        std::printf("%s (%s), %d cores\n", properties.chip, properties.aliases, properties.cores);
    }
    return 0;
}

int run(int count, char **arguments)
{
    const std::string word = count > 1 ? arguments[1] : "";
    if (word.empty() || word == "--help" || word == "-h" || word == "help")
    {
        const char *name = std::strrchr(arguments[0], '/') != nullptr ? std::strrchr(arguments[0], '/') + 1 : arguments[0];
        std::fprintf(word.empty() ? stderr : stdout, kUsage, name, static_cast<int>(std::strlen(name)), "", name, name);
        return word.empty() ? 2 : 0;
    }
    const Options options = parse(count, arguments);
    if (options.command == "test")
    {
        return test(options);
    }
    if (options.command == "operators")
    {
        return listOperators(options);
    }
    if (options.command == "chips")
    {
        return listChips();
    }
    throw Error("no command '" + options.command + "'; there are test, operators and chips");
}

} // namespace
} // namespace tpu_export

int main(int count, char **arguments)
{
    try
    {
        return tpu_export::run(count, arguments);
    }
    catch (const std::exception &error)
    {
        std::fflush(stdout);
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
}

#include "config.h"

#include <cctype>
#include <fstream>
#include <sstream>

namespace tpu_export
{
namespace
{

struct Entry
{
    std::vector<std::string> keys; // {"operators", "conv1.*"} or {"default"}
    std::string value;
    int line;
};

class Json
{
public:
    Json(const std::string &path, const std::string &text) : path_(path), text_(text) {}

    std::vector<Entry> read()
    {
        map({});
        blank();
        if (at_ != text_.size())
        {
            fail("text after the end");
        }
        return entries_;
    }

private:
    [[noreturn]] void fail(const std::string &what) const { throw Error(path_ + ":" + std::to_string(line_) + ": " + what); }

    void blank()
    {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
        {
            line_ += text_[at_++] == '\n' ? 1 : 0;
        }
    }

    char next()
    {
        blank();
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    void expect(char wanted)
    {
        if (next() != wanted)
        {
            fail(std::string("expected ") + wanted);
        }
        ++at_;
    }

    std::string string()
    {
        expect('"');
        std::string made;
        while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
        {
            if (text_[at_] == '\\' && at_ + 1 < text_.size())
            {
                ++at_;
                if (text_[at_] != '"' && text_[at_] != '\\' && text_[at_] != '/')
                {
                    fail("an escape that no name of an operator needs");
                }
            }
            made += text_[at_++];
        }
        if (at_ >= text_.size() || text_[at_] != '"')
        {
            fail("a string without an end");
        }
        ++at_;
        return made;
    }

    void map(const std::vector<std::string> &keys)
    {
        expect('{');
        if (next() == '}')
        {
            ++at_;
            return;
        }
        while (true)
        {
            std::vector<std::string> inner = keys;
            blank();
            const int line = line_;
            inner.push_back(string());
            expect(':');
            if (next() == '{')
            {
                map(inner);
            }
            else
            {
                entries_.push_back({inner, string(), line});
            }
            if (next() != ',')
            {
                break;
            }
            ++at_;
        }
        expect('}');
    }

    std::string path_;
    const std::string &text_;
    size_t at_ = 0;
    int line_ = 1;
    std::vector<Entry> entries_;
};

std::string trimmed(const std::string &text)
{
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string unquoted(const std::string &text)
{
    const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

std::string withoutComment(const std::string &line)
{
    char quote = '\0';
    for (size_t i = 0; i < line.size(); ++i)
    {
        if (quote != '\0')
        {
            quote = line[i] == quote ? '\0' : quote;
        }
        else if (line[i] == '"' || line[i] == '\'')
        {
            quote = line[i];
        }
        else if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
        {
            return line.substr(0, i);
        }
    }
    return line;
}

std::vector<Entry> readYaml(const std::string &path, const std::string &text)
{
    std::vector<Entry> entries;
    std::vector<std::pair<size_t, std::string>> open; // indentation and key of the maps around a line
    std::istringstream lines(text);
    std::string whole;
    for (int line = 1; std::getline(lines, whole); ++line)
    {
        const auto fail = [&](const std::string &what) { throw Error(path + ":" + std::to_string(line) + ": " + what); };
        const std::string content = withoutComment(whole);
        if (trimmed(content).empty() || trimmed(content) == "---")
        {
            continue;
        }
        const size_t indent = content.find_first_not_of(' ');
        if (content[indent] == '\t')
        {
            fail("a tab in the indentation");
        }
        const std::string pair = trimmed(content);
        size_t colon = pair.size() > 1 && (pair.front() == '"' || pair.front() == '\'') ? pair.find(pair.front(), 1) : 0;
        colon = colon == std::string::npos ? colon : pair.find(':', colon);
        if (colon == std::string::npos || (colon + 1 < pair.size() && pair[colon + 1] != ' '))
        {
            fail("expected `key: value`");
        }
        while (!open.empty() && open.back().first >= indent)
        {
            open.pop_back();
        }
        if (open.empty() && indent > 0)
        {
            fail("an indentation that belongs to nothing");
        }
        const std::string key = unquoted(trimmed(pair.substr(0, colon)));
        const std::string value = trimmed(pair.substr(colon + 1));
        if (value.empty())
        {
            open.emplace_back(indent, key);
            continue;
        }
        if (value == "{}")
        {
            continue;
        }
        Entry entry{{}, unquoted(value), line};
        for (const auto &each : open)
        {
            entry.keys.push_back(each.second);
        }
        entry.keys.push_back(key);
        entries.push_back(entry);
    }
    return entries;
}

} // namespace

Configuration readConfiguration(const std::string &path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
    {
        throw Error(path + ": cannot be read");
    }
    std::stringstream buffer;
    buffer << in.rdbuf();
    const std::string text = buffer.str();
    const size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string::npos && text[first] == '{';
    Configuration made{path, {}};
    std::vector<Configuration::Rule> defaults;
    for (const Entry &entry : json ? Json(path, text).read() : readYaml(path, text))
    {
        const std::string place = path + ":" + std::to_string(entry.line);
        const bool whole = entry.keys == std::vector<std::string>{"default"};
        if (!whole && (entry.keys.size() != 2 || entry.keys[0] != "operators"))
        {
            throw Error(place + ": no key '" + entry.keys[0] +
                        "' of this form; there are `default: PRECISION` and `operators: {NAME: PRECISION}`");
        }
        Configuration::Rule rule{whole ? "*" : entry.keys[1], TPUDNN_DTYPE_UNKNOWN, place};
        try
        {
            rule.precision = dtypeNamed(entry.value == "f8" || entry.value == "fp8" ? "f8e4m3" : entry.value);
        }
        catch (const Error &)
        {
        }
        if (!isFloat(rule.precision))
        {
            throw Error(place + ": no precision '" + entry.value + "'; there are f32, f16, bf16, f8e4m3 (f8) and f8e5m2");
        }
        (whole ? defaults : made.rules).push_back(rule);
    }
    made.rules.insert(made.rules.begin(), defaults.begin(), defaults.end());
    return made;
}

bool fits(const std::string &pattern, const std::string &name)
{
    size_t p = 0, n = 0, star = std::string::npos, mark = 0;
    while (n < name.size())
    {
        if (p < pattern.size() && pattern[p] == '*')
        {
            star = p++;
            mark = n;
        }
        else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]))
        {
            ++p;
            ++n;
        }
        else if (star != std::string::npos)
        {
            p = star + 1;
            n = ++mark;
        }
        else
        {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string::npos;
}

} // namespace tpu_export

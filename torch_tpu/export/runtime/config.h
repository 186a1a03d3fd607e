// The configuration file: which operators compute in which precision.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tensor.h"

namespace tpu_export
{

struct Configuration
{
    struct Rule
    {
        std::string pattern; // of operators' names; * stands for any characters, ? for one
        Dtype precision;
        std::string place; // file:line
    };
    std::string path;
    std::vector<Rule> rules; // the last one that fits an operator counts
};

/// Reads `path`: JSON where it begins with {, else the same in YAML (maps by indentation, plain or quoted scalars, comments).
Configuration readConfiguration(const std::string &path);

bool fits(const std::string &pattern, const std::string &name);

} // namespace tpu_export

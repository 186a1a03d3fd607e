#pragma once

// What an extension built against the device's module may call: operators of a converted tree, in a library of their own.
#define TPU_API __attribute__((visibility("default")))

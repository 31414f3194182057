// SPDX-License-Identifier: Apache-2.0
#include "processor_name.hpp"

#include <gtest/gtest.h>

namespace perf {
namespace {

TEST(ProcessorName, IsTheModelNameWhereTheKernelHasOne) {
  EXPECT_EQ(processor_name("processor\t: 0\nmodel name\t: AMD EPYC\nmodel name\t: AMD EPYC\n", ""),
            "AMD EPYC");
}

TEST(ProcessorName, IsTheBoardWithTheKindsOfItsCores) {
  const char* const large_and_small =
      "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd05\n\n"
      "processor\t: 1\nCPU implementer\t: 0x41\nCPU part\t: 0xd05\n\n"
      "processor\t: 2\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n";
  EXPECT_EQ(processor_name(large_and_small, "Radxa ROCK 5B"),
            "Radxa ROCK 5B (Cortex-A55 + Cortex-A76)");
  EXPECT_EQ(processor_name(large_and_small, ""), "Cortex-A55 + Cortex-A76");
}

TEST(ProcessorName, IsNotTheArchitecture) {
  EXPECT_EQ(processor_name("model name\t: ARMv8 Processor rev 1 (v8l)\nCPU implementer\t: 0x41\n"
                           "CPU part\t: 0xd42\n",
                           "NVIDIA Jetson AGX Orin"),
            "NVIDIA Jetson AGX Orin (Cortex-A78AE)");
}

TEST(ProcessorName, GivesTheNumbersOfACoreThatHasNoName) {
  EXPECT_EQ(processor_name("CPU implementer\t: 0x99\nCPU part\t: 0x123\n", ""),
            "ARM implementer 0x99 part 0x123");
  EXPECT_EQ(processor_name("", "A board"), "A board");
  EXPECT_EQ(processor_name("", ""), "");
}

TEST(ProcessorName, OfThisMachineIsKnown) { EXPECT_NE(processor_name(), ""); }

}  // namespace
}  // namespace perf

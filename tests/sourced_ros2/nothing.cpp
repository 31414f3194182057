// SPDX-License-Identifier: Apache-2.0
extern "C" [[gnu::visibility("default")]] int nothing() { return 0; }

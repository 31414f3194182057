// SPDX-License-Identifier: Apache-2.0
int vendored_sum(int one, int other) { return one + other; }

// SPDX-License-Identifier: Apache-2.0
// Stands for the libbaton of another release.
__attribute__((visibility("default"))) int of_the_other_baton() { return 1; }

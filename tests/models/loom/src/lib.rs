// SPDX-License-Identifier: Apache-2.0
//! The path of a message once more, small enough for loom. Loom runs threads in every order and lets a
//! load see each value that C11 allows; it reports a plain access that another thread's is not ordered
//! with. Each label of docs/concurrency.md has a test with the orders of the program, which must pass,
//! and one for each order that is left out, which must fail.
//!
//! Two limits of loom. An access that is sequentially consistent counts as acquire and release, so the
//! subscriber has a fence where the program has a seq_cst pin and a seq_cst look. A load never sees a
//! store that comes later; where that matters the payload is plain memory, and unordered is an error.



#[cfg(test)]
mod copy;
#[cfg(test)]
mod log;
#[cfg(test)]
mod ring;
#[cfg(test)]
mod wake;

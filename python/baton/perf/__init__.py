# SPDX-License-Identifier: Apache-2.0
"""The evaluation: experiments run `perf_test`, statistics judge, reports tell.

    experiment -> cells -> runner -> results -> statistics -> tables, charts -> reports

Reports only read results, experiments only name commands: each part is tested without the others.
"""

"""paged_latent_attention: latent_attention over caches of pages."""

from utest_ops.cases.latent_attention import case

CASES = [case((9, 3), (5, 0), 2, paged=True), case((2, 2, 2), (5, 12, 3), 3, paged=True)]

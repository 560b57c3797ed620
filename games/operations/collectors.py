"""What is counted elsewhere by plain numbers, for whoever collects."""

from collections.abc import Iterator

from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from config.metrics import PREFIX, REGISTRY
from games.render_cache import part_cache, table_cache


class Drawings(Collector):
    """How often a drawing was made, and how often it was there already: the caches count that themselves."""

    def collect(self) -> Iterator[Metric]:
        """Tell what each cache has counted."""
        family = CounterMetricFamily(f"{PREFIX}_drawings", "Drawings by cache", labels=["cache", "outcome"])
        for name, cache in (("tables", table_cache), ("parts", part_cache)):
            family.add_metric([name, "hit"], cache.hits)
            family.add_metric([name, "made"], cache.made)
        yield family


REGISTRY.register(Drawings())

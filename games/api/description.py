"""The API's description of itself (OpenAPI), true in what the library does not know: errors are problems."""

from functools import cached_property
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from games.api.problems import CONTENT_TYPE


class DescribedApi(NinjaAPI):
    """An API whose errors are `application/problem+json` in its description, too."""

    def get_openapi_schema(self, **kwargs: Any) -> OpenAPISchema:
        """Describe every call. That takes a quarter of a second, which strangers may ask for: it is done once."""
        return self.described

    @cached_property
    def described(self) -> OpenAPISchema:
        """The whole of it, the same for everybody."""
        schema = super().get_openapi_schema()
        for methods in schema["paths"].values():
            for described in methods.values():
                for status, response in described["responses"].items():
                    _tell_type(int(status), response)
        return schema


def _tell_type(status: int, response: dict[str, Any]) -> None:
    if status >= 400 and "content" in response:
        response["content"] = {CONTENT_TYPE: response["content"].pop("application/json")}

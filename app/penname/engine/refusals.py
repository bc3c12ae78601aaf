"""What the engine host tried and was refused, as the layers above see it."""

import msgspec


class Refusals(msgspec.Struct, frozen=True):
    """One field an attempt the host made before it read a model; True where it was rejected.

    `connections` are those of Python code, refused by Penname itself. The others are refused by the operating
    system, whatever code asks: `sockets` of any kind, starting `programs`, the memory of `other_processes`,
    `reading` and `writing` files other than the model's, and `memory_images` of a crash.
    """

    connections: bool = False
    sockets: bool = False
    programs: bool = False
    other_processes: bool = False
    reading: bool = False
    writing: bool = False
    memory_images: bool = False

# SPDX-License-Identifier: Apache-2.0
"""An X display whose second connection reaches the server 0.3 s late.

late_display.py NUMBER: passes connections on to the server with this number. Prints the name of the
display that it makes, such as ":1000".
"""

import asyncio
import sys

number = sys.argv[1]
connections = 0


async def copy(reader, writer, delay):
    try:
        while data := await reader.read(65536):
            await asyncio.sleep(delay)
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    writer.close()


async def connect(reader, writer):
    global connections
    connections += 1
    delay = 0.3 if connections == 2 else 0
    answers, requests = await asyncio.open_unix_connection(f"/tmp/.X11-unix/X{number}")
    await asyncio.gather(copy(reader, requests, delay), copy(answers, writer, 0))


async def main():
    for own in range(1000, 1100):
        try:
            # Xlib tries the abstract socket of this name before the file of the same name.
            server = await asyncio.start_unix_server(connect, f"\0/tmp/.X11-unix/X{own}")
        except OSError:
            continue
        print(f":{own}", flush=True)
        await server.serve_forever()


asyncio.run(main())

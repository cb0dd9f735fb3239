import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server on a free port of the loopback address. */
export interface Loopback {
  readonly port: number;
  /** As `http://127.0.0.1:4174`. */
  readonly url: string;
  /** Stops listening: open connections are reset, new ones refused. */
  readonly stop: () => Promise<void>;
  /** Listens again, on the same port. */
  readonly resume: () => Promise<void>;
}

export async function listenOnLoopback(answer: RequestListener): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createServer(answer);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {}); // faults break connections
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
    resume: () => listen(server, port),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The headers of a request, each as one text. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

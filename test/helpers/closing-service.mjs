// A service in a process of its own that closes each connection after its answer, and does not say so: node closing-service.mjs <end|destroy>
import { createServer } from 'node:net';

const [how] = process.argv.slice(2);
const body = '{"data":{"team":{"devices":{"nodes":[{"id":"d1"}]}},"rename":{"id":"d1"}}}';
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
let requests = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let read = '';
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    read += piece;
    const [head, rest] = read.split('\r\n\r\n');
    if (rest === undefined || rest.length < Number(/content-length: (\d+)/i.exec(head)?.[1])) return;
    read = '';
    requests++;
    if (how === 'end') socket.end(answer);
    else {
      socket.write(answer);
      socket.destroy();
    }
  });
});
process.on('message', () => {
  process.send(requests);
  requests = 0;
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));

// Requests and responses of node:http: bodies, headers, trailers, preliminary responses, agents.
import http from 'node:http';
import { once } from 'node:events';
const log=(...a)=>console.log(...a.map(x=>JSON.stringify(x)));
const server = http.createServer((req,res)=>{
  if (req.url==='/echo') { const c=[]; req.on('data',d=>c.push(d)); req.on('end',()=>{ res.setHeader('X-Method',req.method); res.setHeader('Set-Cookie',['a=1','b=2']); res.end(Buffer.concat(c)); }); return; }
  if (req.url==='/chunks') { res.writeHead(201,'Made',{'Content-Type':'text/plain','Trailer':'X-End'}); res.write('one'); res.write('two'); res.addTrailers({'X-End':'yes'}); res.end('three'); return; }
  if (req.url==='/early') { res.writeEarlyHints({link:'</a.css>; rel=preload; as=style'}); res.end('x'); return; }
  if (req.url==='/204') { res.statusCode=204; res.end(); return; }
  if (req.url==='/close') { req.socket.destroy(); return; }
  res.end('hello');
});
server.listen(0,'127.0.0.1'); await once(server,'listening');
const {port}=server.address();
const ask=(path,opt={},body)=>new Promise((ok,no)=>{ const r=http.request({port,host:'127.0.0.1',path,...opt},res=>{ let b=''; res.setEncoding('utf8'); res.on('data',d=>b+=d); res.on('end',()=>ok([res.statusCode,res.statusMessage,Object.keys(res.headers).filter(k=>k!=='date').map(k=>k+'='+res.headers[k]).join('|'),b,JSON.stringify(res.trailers)])); }); r.on('error',no); r.on('information',i=>log('info',i.statusCode,i.headers)); r.end(body); });
log(await ask('/')); log(await ask('/echo',{method:'POST'},'some body')); log(await ask('/chunks')); log(await ask('/early')); log(await ask('/204')); log(await ask('/',{method:'HEAD'}));
await ask('/close').catch(e=>log(e.code,e.message));
log(await ask('/echo',{method:'PUT',headers:{'Content-Length':3}},'abc'));
log(await ask('/',{agent:false}));
const agent=new http.Agent({keepAlive:true,maxSockets:1});
log(await Promise.all([ask('/',{agent}),ask('/',{agent})]).then(l=>l.length), Object.keys(agent.freeSockets).length, agent.totalSocketCount);
agent.destroy();
http.globalAgent.destroy();
server.close(()=>log('closed'));

// Connections of node:http: timeouts, pipelining, upgrade, connect, expect, agents, aborts.
import http from 'node:http'; import net from 'node:net'; import { once } from 'node:events';
const log=(...a)=>console.log(...a.map(x=>typeof x==='string'?x:JSON.stringify(x)));
const raw=(port,text,end=true)=>new Promise(ok=>{ const c=net.connect(port,'127.0.0.1'); let o=''; c.setEncoding('latin1'); c.on('data',d=>o+=d); c.on('error',()=>{}); c.on('close',()=>ok(o.replace(/Date: [^\r]*/g,'Date'))); if(end) c.end(text); else c.write(text); });
const listen=async s=>{ s.listen(0,'127.0.0.1'); await once(s,'listening'); return s.address().port; };
{ // pipelining: answers stay in order
  const s=http.createServer((q,r)=>{ if(q.url==='/slow') setTimeout(()=>r.end('slow'),30); else r.end('fast'); }); const p=await listen(s);
  log(await raw(p,'GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',false)); s.close(); }
{ // headersTimeout
  const s=http.createServer({headersTimeout:50,requestTimeout:50,connectionsCheckingInterval:20},(q,r)=>r.end('x')); const p=await listen(s);
  log(await raw(p,'GET / HTTP/1.1\r\nHost: a\r\n',false)); log(await raw(p,'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab',false)); s.close(); }
{ // keepAliveTimeout
  const s=http.createServer({keepAliveTimeout:50},(q,r)=>r.end('x')); const p=await listen(s); log(await raw(p,'GET / HTTP/1.1\r\nHost: a\r\n\r\n',false)); s.close(); }
{ const s=http.createServer((q,r)=>r.end('x')); s.maxRequestsPerSocket=2; s.on('dropRequest',(q)=>log('drop',q.url)); const p=await listen(s);
  log(await raw(p,'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n',false)); s.close(); }
{ // upgrade and connect
  const s=http.createServer(); s.on('upgrade',(q,k,h)=>{ log('upgrade',q.headers.upgrade,h.toString()); k.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\nhi '); k.on('data',d=>k.end('echo '+d)); }); s.on('connect',(q,k,h)=>{ log('connect',q.url,h.toString()); k.write('HTTP/1.1 200 OK\r\n\r\n'); k.pipe(k); }); const p=await listen(s);
  await new Promise(ok=>{ const r=http.request({port:p,host:'127.0.0.1',headers:{Connection:'Upgrade',Upgrade:'echo'}}); r.end(); r.on('upgrade',(res,k,h)=>{ log(res.statusCode,h.toString()); k.write('data'); let o=''; k.on('data',d=>o+=d); k.on('end',()=>{log('got',o)}); k.on('close',ok) }); r.on('close',()=>log('req close')) });
  await new Promise(ok=>{ const r=http.request({port:p,host:'127.0.0.1',method:'CONNECT',path:'h:1'}); r.end(); r.on('connect',(res,k,h)=>{ log(res.statusCode); k.end('tunnel'); let o=''; k.on('data',d=>o+=d); k.on('end',()=>{log('got',o);ok()}) }) });
  s.close(); }
{ // expect
  const s=http.createServer((q,r)=>{ q.resume(); q.on('end',()=>r.end('ok')) }); const p=await listen(s);
  await new Promise(ok=>{ const r=http.request({port:p,host:'127.0.0.1',method:'POST',headers:{Expect:'100-continue'},agent:false}); r.on('continue',()=>{log('continue'); r.end('body')}); r.on('response',res=>{log(res.statusCode);res.resume();res.on('end',ok)}) });
  s.removeAllListeners('request'); s.on('checkContinue',(q,r)=>{ log('check'); r.writeHead(403); r.end('no') });
  await new Promise(ok=>{ const r=http.request({port:p,host:'127.0.0.1',method:'POST',headers:{Expect:'100-continue'},agent:false}); r.flushHeaders(); r.on('response',res=>{log(res.statusCode,res.headers.connection);res.resume();res.on('end',()=>{r.destroy();ok()})}); r.on('error',e=>log('err',e.code)) });
  s.close(); s.closeAllConnections(); }
{ // timeout, abort, signal
  const s=http.createServer(()=>{}); const p=await listen(s);
  const t=(opt,act)=>new Promise(ok=>{ const log1=[]; const r=http.get({port:p,host:'127.0.0.1',agent:false,...opt}); act?.(r); for (const n of ['timeout','abort','error','close']) r.on(n,e=>{ log1.push(n+(e?' '+e.name+' '+e.code+' '+e.message:'')); if(n==='timeout') r.destroy(); if(n==='close') { log(log1.join(' / '),r.destroyed,r.aborted,String(r.errored)); ok(); } }); });
  await t({timeout:30}); await t({},r=>r.setTimeout(30)); await t({},r=>r.abort()); await t({},r=>setTimeout(()=>r.abort(),20)); await t({},r=>r.destroy()); await t({},r=>setTimeout(()=>r.destroy(new Error('mine')),20)); await t({signal:AbortSignal.abort()}); const ac=new AbortController(); await t({signal:ac.signal},()=>setTimeout(()=>ac.abort(),20)); await t({port:1});
  s.closeAllConnections(); s.close(); }
{ // agent order and limits
  const s=http.createServer((q,r)=>setTimeout(()=>r.end(q.url),5)); const p=await listen(s); const agent=new http.Agent({keepAlive:true,maxSockets:2,maxFreeSockets:1}); const order=[];
  await Promise.all([1,2,3,4,5].map(i=>new Promise(ok=>http.get({port:p,host:'127.0.0.1',path:'/'+i,agent},res=>{ res.resume(); res.on('end',()=>{order.push(i);ok()}) }))));
  log(order.sort()); while (agent.totalSocketCount>1 || Object.keys(agent.sockets).length>0) await new Promise(r=>setImmediate(r)); const k=`127.0.0.1:${p}:`; log(Object.keys(agent.sockets).length,agent.freeSockets[k].length,agent.totalSocketCount); 
  await new Promise(ok=>{ const r=http.get({port:p,host:'127.0.0.1',agent},res=>{ log('reused',r.reusedSocket); res.resume(); res.on('end',ok) }) }); agent.destroy(); s.close(); log(agent.getName({host:'a',port:1,family:4}),agent.getName()); }
{ const t=(n,f)=>{ try { f(); log(n,'ok') } catch(e) { log(n,e.name,e.code,e.message) } };
  t(1,()=>http.request({path:'/a b'})); t(2,()=>http.request('ftp://x/')); t(3,()=>http.request({method:'a b'})); t(4,()=>http.request({method:5})); t(5,()=>http.request({agent:5})); t(6,()=>http.request({host:5})); t(7,()=>http.request({headers:{'a b':1}})); t(8,()=>http.request({headers:{a:'\n'}})); t(9,()=>http.request({headers:{a:undefined}})); t(10,()=>http.validateHeaderName('a b')); t(11,()=>http.validateHeaderValue('a','\x01')); t(12,()=>new http.Agent({maxTotalSockets:-1})); t(13,()=>new http.Agent({scheduling:'x'})); t(14,()=>http.createServer({requestTimeout:'x'})); t(15,()=>http.createServer({headersTimeout:100,requestTimeout:50})); t(16,()=>http.createServer('x')); t(17,()=>http.get('nope')); t(18,()=>http.request({timeout:'x'})); t(19,()=>new http.OutgoingMessage()._implicitHeader()); t(20,()=>new http.ServerResponse({method:'GET',httpVersionMajor:1,httpVersionMinor:1}).writeHead(99)); t(21,()=>new http.ServerResponse({method:'GET',httpVersionMajor:1,httpVersionMinor:1}).writeHead(200,'\n'));
  const r=new http.ServerResponse({method:'GET',httpVersionMajor:1,httpVersionMinor:1}); r.setHeader('A','b'); r.appendHeader('A','c'); r.setHeader('Set-Cookie',['x','y']); log(r.getHeaders(),r.getHeaderNames(),r.getRawHeaderNames(),r.hasHeader('a'),r.getHeader('A')); r.writeHead(200,{B:1}); log(r._header.replace(/Date.*/,'')); t(22,()=>r.setHeader('x','y')); t(23,()=>r.writeHead(200)); t(24,()=>r.removeHeader('a')); t(25,()=>r.write(null)); t(26,()=>r.write(5)); t(27,()=>r.appendHeader('a','b')); }

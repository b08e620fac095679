// The language host of Pulumi's engine for Node programs, as far as tests need it: it runs each program with the
// script of the SDK. That of Pulumi itself is a program in Go whose module no proxy has.
const { spawn } = require("child_process");
const path = require("path");
const grpc = require("@grpc/grpc-js");
const language = require("@pulumi/pulumi/proto/language_pb");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const plugin = require("@pulumi/pulumi/proto/plugin_pb");

const engine = process.argv.slice(2).find((it) => !it.startsWith("-"));
const SHOWN_ALREADY = 32;

function run({ request }, answer) {
  const secretKeys = request.getConfigsecretkeysList();
  const config = Object.fromEntries(request.getConfigMap().toObject());
  const info = request.getInfo();
  const args = [
    require.resolve("@pulumi/pulumi/cmd/run"),
    "--monitor", request.getMonitorAddress(), "--engine", engine,
    "--organization", request.getOrganization(), "--project", request.getProject(),
    "--stack", request.getStack(), "--pwd", request.getPwd(),
    "--root-directory", info.getRootDirectory(), "--parallel", String(request.getParallel()),
  ];
  if (request.getDryrun()) args.push("--dry-run");
  args.push(info.getEntryPoint());
  const env = {
    ...process.env,
    PULUMI_CONFIG: JSON.stringify(config),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
    PULUMI_NODEJS_TYPESCRIPT: process.env.PULUMI_NODEJS_TYPESCRIPT ?? "false",
  };
  const child = spawn(process.execPath, args, { cwd: info.getProgramDirectory(), env, stdio: ["ignore", 2, 2] });
  child.on("exit", (code) => {
    const response = new language.RunResponse();
    if (code === SHOWN_ALREADY) response.setBail(true);
    else if (code !== 0) response.setError(`the program ended with the code ${code}`);
    answer(null, response);
  });
}

/** Runs a plugin that is a program, until the engine has cancelled the call. */
function runPlugin(call) {
  const { request } = call;
  const program = request.getInfo().getProgramDirectory();
  const args = [require.resolve("@pulumi/pulumi/cmd/run-plugin"), program, ...request.getArgsList()];
  const env = Object.fromEntries(request.getEnvList().map((it) => it.split(/=(.*)/s, 2)));
  const child = spawn(process.execPath, args, { cwd: request.getPwd(), env, stdio: ["ignore", "pipe", "pipe"] });
  const send = (set) => (value) => {
    const response = new language.RunPluginResponse();
    response[set](value);
    call.write(response);
  };
  child.stdout.on("data", send("setStdout"));
  child.stderr.on("data", send("setStderr"));
  child.on("close", (code) => {
    send("setExitcode")(code ?? 1);
    call.end();
  });
  call.on("cancelled", () => child.kill());
}

function about(_, answer) {
  const info = new plugin.PluginInfo();
  info.setVersion("1.0.0");
  answer(null, info);
}

const none = (Message) => (_, answer) => answer(null, new Message());
const server = new grpc.Server();
server.addService(LanguageRuntimeService, {
  run,
  runPlugin,
  getPluginInfo: about,
  getRequiredPlugins: none(language.GetRequiredPluginsResponse),
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  console.log(port);
});

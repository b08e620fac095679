// The package ts-node for the SDK of Pulumi: lumi compiles TypeScript itself when it is loaded (typescript.ts).

export default { __esModule: true, VERSION: "7.0.1", register: (): object => ({ enabled: (): boolean => true }) };

"use strict";
// The parts that all classes and functions of the package share.
const pulumi = require("@pulumi/pulumi");
const about = require("./package.json").pulumi;

let reference;

/** The reference of the package in this run. */
function packageRef() {
  reference ??= register();
  return reference;
}

/** Registers the plugin and the parameters that it makes the package of. Mocks take no registrations. */
async function register() {
  const { Parameterization, RegisterPackageRequest } = require("@pulumi/pulumi/proto/resource_pb");
  const monitor = pulumi.runtime.getMonitor();
  if (typeof monitor?.registerPackage !== "function" || RegisterPackageRequest === undefined) {
    return undefined;
  }
  const parameters = new Parameterization();
  parameters.setName(about.parameterization.name);
  parameters.setVersion(about.parameterization.version);
  parameters.setValue(about.parameterization.value);
  const request = new RegisterPackageRequest();
  request.setName(about.name);
  request.setVersion(about.version);
  request.setParameterization(parameters);
  return await new Promise((resolve, reject) => {
    monitor.registerPackage(request, (error, response) => error ? reject(error) : resolve(response.getRef()));
  });
}

/** The inputs of a resource; for one that is read, what is known of its state. */
function properties(shape, given, options) {
  const all = {};
  if (options.id !== undefined) {
    for (const name of shape.outputs) all[name] = given?.[name];
    return all;
  }
  for (const name of shape.required) {
    if (given?.[name] === undefined && options.urn === undefined) {
      throw new Error(`Missing required property '${name}'`);
    }
  }
  for (const name of shape.outputs) all[name] = undefined;
  for (const name of shape.inputs) {
    const value = given?.[name];
    all[name] = value !== undefined && shape.secretInputs.includes(name) ? pulumi.secret(value) : value;
  }
  return all;
}

function withSecrets(shape, options) {
  const additionalSecretOutputs = shape.secretOutputs;
  return additionalSecretOutputs.length === 0 ? options : pulumi.mergeOptions({ additionalSecretOutputs }, options);
}

function finished(type, token, methods = {}) {
  Object.defineProperty(type, "__pulumiType", { value: token });
  for (const [name, method] of Object.entries(methods)) {
    type.prototype[name] = function(args) {
      return pulumi.runtime.call(method, { __self__: this, ...args }, this, packageRef());
    };
  }
  return type;
}

exports.resource = (className, token, shape) => {
  const type = {
    [className]: class extends pulumi.CustomResource {
      static get(name, id, state, options) {
        return new this(name, state, { ...options, id });
      }

      static isInstance(value) {
        return value !== undefined && value !== null && value.__pulumiType === token;
      }

      constructor(name, given, options = {}) {
        super(token, name, properties(shape, given, options), withSecrets(shape, options), false, packageRef());
      }
    },
  }[className];
  return finished(type, token, shape.methods);
};

exports.component = (className, token, shape) => {
  const type = {
    [className]: class extends pulumi.ComponentResource {
      static isInstance(value) {
        return value !== undefined && value !== null && value.__pulumiType === token;
      }

      constructor(name, given, options = {}) {
        super(token, name, properties(shape, given, options), options, true, packageRef());
      }
    },
  }[className];
  return finished(type, token, shape.methods);
};

/** Configurations of providers are texts: other values are JSON. */
exports.provider = (shape) =>
  class Provider extends pulumi.ProviderResource {
    static isInstance(value) {
      return value !== undefined && value !== null
        && value.__pulumiType === `pulumi:providers:${about.parameterization.name}`;
    }

    constructor(name, given, options = {}) {
      const all = {};
      for (const key of shape.inputs) {
        const value = given?.[key];
        const hidden = value !== undefined && shape.secretInputs.includes(key) ? pulumi.secret(value) : value;
        all[key] = value === undefined || shape.texts.includes(key)
          ? hidden
          : pulumi.output(hidden).apply((it) => JSON.stringify(it));
      }
      super(about.parameterization.name, name, all, options, false, packageRef());
    }
  };

exports.func = (token, single) => {
  const { invoke, invokeOutput, invokeSingle, invokeSingleOutput } = pulumi.runtime;
  const [plain, lifted] = single ? [invokeSingle, invokeSingleOutput] : [invoke, invokeOutput];
  return [
    (args, options = {}) => plain(token, args ?? {}, options, packageRef()),
    (args, options = {}) => lifted(token, args ?? {}, options, packageRef()),
  ];
};

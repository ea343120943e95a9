// The API's description as something to look things up in: operations by method and path,
// responses by status, schemas as validators.
import { readFileSync } from "node:fs";

import addFormats from "ajv-formats";
import Ajv from "ajv/dist/2020.js";
import { parse } from "yaml";

const METHODS = ["get", "post", "put", "patch", "delete"];
const SCHEMAS = "#/components/schemas/";

// The schemas of the components become one schema of definitions, and every reference to one of
// them points there.
function withLocalReferences(value) {
  if (Array.isArray(value)) return value.map(withLocalReferences);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      if (key === "$ref" && typeof member === "string" && member.startsWith(SCHEMAS))
        return [key, `spliced#/$defs/${member.slice(SCHEMAS.length)}`];
      return [key, withLocalReferences(member)];
    }),
  );
}

function templateOf(path) {
  const words = path.split("/").map((word) => (/^\{.*\}$/.test(word) ? null : word));
  return { path, words, parameters: words.filter((word) => word === null).length };
}

// A word of a template stands for itself, or, if it is a parameter, for anything but nothing.
function standsFor(word, sent) {
  return word === null ? sent !== "" : word === sent;
}

export class Document {
  constructor(file) {
    this.root = parse(readFileSync(file, "utf8"));
    this.ajv = new Ajv({
      allErrors: true,
      strict: true,
      allowUnionTypes: true,
      strictRequired: false,
    });
    addFormats(this.ajv);
    this.ajv.addVocabulary(["example", "discriminator"]);
    this.ajv.addSchema(
      { $id: "spliced", $defs: withLocalReferences(this.root.components.schemas) },
      "spliced",
    );
    this.validators = new Map();
    this.templates = Object.keys(this.root.paths)
      .map(templateOf)
      .sort((one, other) => one.parameters - other.parameters);
  }

  // Follows references between components that are not schemas.
  resolve(object) {
    if (!object?.$ref) return object;
    return this.resolve(
      object.$ref
        .slice(2)
        .split("/")
        .map((word) => word.replaceAll("~1", "/").replaceAll("~0", "~"))
        .reduce((at, word) => at[word], this.root),
    );
  }

  // The template that a request's path stands for, words written out before parameters.
  pathOf(requestPath) {
    const words = requestPath.split("/");
    const fits = (template) =>
      template.length === words.length &&
      template.every((word, index) => standsFor(word, words[index]));
    return this.templates.find((template) => fits(template.words))?.path;
  }

  operation(method, path) {
    return this.root.paths[path]?.[method.toLowerCase()];
  }

  // The methods that PATH has, in capitals.
  methods(path) {
    const item = this.root.paths[path];
    return METHODS.filter((method) => item[method]).map((method) => method.toUpperCase());
  }

  // Parameters of the operation and of its path, as {name, in, schema, required}.
  parameters(method, path) {
    const own = this.operation(method, path).parameters ?? [];
    const common = this.root.paths[path].parameters ?? [];
    return [...common, ...own].map((parameter) => this.resolve(parameter));
  }

  // ["GET /healthz", …] of everything that is described.
  operations() {
    const paths = Object.keys(this.root.paths);
    return paths.flatMap((path) => this.methods(path).map((method) => `${method} ${path}`));
  }

  // What is wrong with VALUE by SCHEMA, as texts; [] when nothing is.
  faults(schema, value) {
    let validate = this.validators.get(schema);
    if (!validate) {
      validate = this.ajv.compile(withLocalReferences(schema));
      this.validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return validate.errors.map(({ instancePath, message, params }) => {
      const about = [
        params.unevaluatedProperty,
        params.additionalProperty,
        params.allowedValues,
        params.allowedValue,
      ].find((one) => one !== undefined);
      return `${instancePath || "/"} ${message}${about === undefined ? "" : ` (${about})`}`;
    });
  }
}

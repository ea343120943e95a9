// One recorded exchange against the document.

const WITHOUT_BODY = [204, 304];
// Pages of the HTTP library for requests that never became one of ours; see the document's
// "info".
const LIBRARY_PAGES = [414, 431];

// Faults of VALUE by SCHEMA, each with WHERE in front.
function faultsAt(document, where, schema, value) {
  return document.faults(schema, value).map((fault) => `${where}: ${fault}`);
}

function mediaType(header) {
  return (header ?? "").split(";")[0].trim().toLowerCase();
}

function typed(schema, text) {
  const types = [schema?.type].flat();
  if (types.includes("integer") && /^-?\d+$/.test(text)) return Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

function headerFaults(document, response, headers) {
  return Object.entries(response.headers ?? {}).flatMap(([name, reference]) => {
    const header = document.resolve(reference);
    const value = headers[name.toLowerCase()];
    if (value === undefined) return header.required ? [`header ${name} is missing`] : [];
    return faultsAt(document, `header ${name}`, header.schema, typed(header.schema, value));
  });
}

function parsed(text, faults, where) {
  try {
    return JSON.parse(text);
  } catch {
    faults.push(`${where} is not JSON`);
    return undefined;
  }
}

function lineFaults(document, schema, body) {
  const faults = [];
  if (!body.endsWith("\n")) faults.push("the last line is cut");
  const lines = body.split("\n").slice(0, -1);
  lines.forEach((line, index) => {
    if (line === "") return; // of a stream that has nothing to say
    const value = parsed(line, faults, `line ${index + 1}`);
    if (value !== undefined) faults.push(...faultsAt(document, `line ${index + 1}`, schema, value));
  });
  return faults;
}

function bodyFaults(document, response, exchange) {
  const { headers, body, status } = exchange;
  if (exchange.method === "HEAD" || WITHOUT_BODY.includes(status))
    return body ? ["there is a body where none may be"] : [];
  if (!response.content) return body ? ["there is a body where none is described"] : [];
  const type = mediaType(headers["content-type"]);
  const content = response.content[type];
  if (!content) return [`content type ${type || "(none)"} is not described`];
  if (!content.schema) return [];
  if (type === "application/x-ndjson") return lineFaults(document, content.schema, body);
  if (!type.endsWith("json")) return document.faults(content.schema, body);
  const faults = [];
  const value = parsed(body, faults, "the body");
  if (value !== undefined) faults.push(...document.faults(content.schema, value));
  return faults;
}

function queryFaults(document, parameters, url) {
  return [...url.searchParams].flatMap(([name, value]) => {
    const parameter = parameters.find((one) => one.in === "query" && one.name === name);
    if (!parameter) return [`query parameter ${name} was accepted but is not described`];
    return faultsAt(document, `query ${name}`, parameter.schema, typed(parameter.schema, value));
  });
}

function pathFaults(document, parameters, path, url) {
  const words = url.pathname.split("/");
  return path.split("/").flatMap((word, index) => {
    const parameter = parameters.find((one) => one.in === "path" && `{${one.name}}` === word);
    if (!parameter) return [];
    return faultsAt(document, `path ${word}`, parameter.schema, typed(parameter.schema, words[index]));
  });
}

// What the service accepted has to be what the document lets a client send.
function requestFaults(document, exchange, method, path, url) {
  const parameters = document.parameters(method, path);
  const faults = [
    ...queryFaults(document, parameters, url),
    ...pathFaults(document, parameters, path, url),
  ];
  const described = document.resolve(document.operation(method, path).requestBody);
  const content = described?.content?.["application/json"];
  if (!content || !exchange.request_body) return faults;
  const value = parsed(exchange.request_body, faults, "the accepted request");
  if (value === undefined) return faults;
  return [...faults, ...faultsAt(document, "accepted request", content.schema, value)];
}

// A request for which no operation is described: 404 without such a path, 405 with Allow where
// only the method is unknown, 204 to a preflight.
function strayFaults(document, exchange, path) {
  if (exchange.method === "OPTIONS" && path)
    return exchange.status === 204 ? [] : [`${exchange.status} to OPTIONS`];
  const [status, code] = path ? [405, "method_not_allowed"] : [404, "not_found"];
  if (exchange.status !== status)
    return [`${path ? "the method" : "the path"} is not described, yet the answer is no ${status}`];
  const faults = [
    ...headerFaults(document, document.root.components.responses.NotFound, exchange.headers),
    ...problemFaults(document, exchange, code),
  ];
  if (!path) return faults;
  const missing = document.methods(path).filter((method) => !allowed(exchange).includes(method));
  return [...faults, ...missing.map((method) => `header Allow does not name ${method}`)];
}

function allowed(exchange) {
  return (exchange.headers.allow ?? "").split(",").map((method) => method.trim());
}

function problemFaults(document, exchange, code) {
  if (exchange.method === "HEAD") return [];
  const type = mediaType(exchange.headers["content-type"]);
  if (type !== "application/problem+json") return ["the body is no problem"];
  const faults = [];
  const problem = parsed(exchange.body, faults, "the body");
  if (problem === undefined) return faults;
  if (problem.code !== code) faults.push(`the code is ${problem.code}, should be ${code}`);
  return [...faults, ...document.faults(document.root.components.schemas.Problem, problem)];
}

// {operation, faults}: the operation ("GET /v1/games") is undefined for a stray request.
export function check(document, exchange) {
  if (LIBRARY_PAGES.includes(exchange.status)) return { faults: [] };
  const url = new URL(`http://localhost${exchange.path}`);
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  const path = document.pathOf(url.pathname);
  const operation = path && document.operation(method, path);
  if (!operation) return { faults: strayFaults(document, exchange, path) };

  const name = `${method} ${path}`;
  const response = document.resolve(operation.responses[exchange.status]);
  if (!response) return { operation: name, faults: [`status ${exchange.status} is not described`] };
  const faults = [
    ...headerFaults(document, response, exchange.headers),
    ...bodyFaults(document, response, exchange),
  ];
  if (exchange.status < 300) faults.push(...requestFaults(document, exchange, method, path, url));
  return { operation: name, faults };
}

// The server's HTTP interface, and its refusals as one kind of error.

const KEY = "otherwords.key";

/** What went wrong: a code for programs, words for people, and when it is worth trying again. */
export class Trouble extends Error {
  constructor(code, message, { status = 0, where = null, retryAfter = null } = {}) {
    super(message);
    Object.assign(this, { code, status, where, retryAfter });
  }
}

/** Remembers the API key for as long as the tab is open. */
export const setKey = (key) => sessionStorage.setItem(KEY, key);

function headers(accept) {
  const key = sessionStorage.getItem(KEY);
  return {
    "Content-Type": "application/json",
    Accept: accept,
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
  };
}

async function refusal(response) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // Not ours: something between us and the server answered.
  }
  const seconds = Number.parseFloat(response.headers.get("Retry-After"));
  return new Trouble(error.code ?? `http-${response.status}`, error.message ?? response.statusText, {
    status: response.status,
    where: error.where ?? null,
    retryAfter: Number.isFinite(seconds) ? seconds : null,
  });
}

async function send(path, body, signal, accept = "application/json") {
  let response;
  try {
    response = await fetch(path, { method: "POST", headers: headers(accept), body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("offline", "The server does not answer.");
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function read(response) {
  try {
    return await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("offline", "The server broke off in the middle of its answer.");
  }
}

/** The result for one text. */
export async function paraphrase(body, signal) {
  return (await read(await send("v1/paraphrase", body, signal))).results[0];
}

/** Whether the model knows how likely replacements are right, and so can be less than bold. */
export async function knowsConfidence() {
  try {
    await paraphrase({ text: "a", application: "paraphrase", confidence: 0.5 });
    return true;
  } catch (trouble) {
    return trouble.status !== 422;
  }
}

/** All that the tables offer for one text. */
export async function lattice(body, signal) {
  return read(await send("v1/lattice", body, signal));
}

/** Results for many texts, one after the other as they are ready. */
export async function* paraphrases(body, signal) {
  const response = await send("v1/paraphrase", body, signal, "application/x-ndjson");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Trouble("offline", "The server broke off in the middle of its answer.");
    }
    if (part.done) break;
    const lines = (rest + part.value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      const content = JSON.parse(line);
      if (content.error) throw new Trouble(content.error.code, content.error.message, { where: content.error.where });
      yield content;
    }
  }
}

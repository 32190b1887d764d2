/**
 * zod compiles its object parsers with `new Function` if the page allows it. It finds out by calling it, which our
 * content policy reports as a violation. zod's documented option `jitless` prevents the call. zod reads the option from
 * this global when it loads, long after this module, so no page has to download zod just to set it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

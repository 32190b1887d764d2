/**
 * zod compiles its object parsers with `new Function` where allowed. It finds out by trying, which our content policy
 * reports as a violation. Its documented option `jitless` prevents that. zod reads the option from this global when it
 * loads, long after this module, so no page has to download zod for this setting.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

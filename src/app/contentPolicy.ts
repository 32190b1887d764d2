/**
 * zod compiles its object parsers with `new Function` where it may, and finds out by trying, which our content
 * policy reports as a violation. Its documented option `jitless` prevents the try; it is read from this global when
 * zod loads, long after this module, so that no page pays for zod to say so.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

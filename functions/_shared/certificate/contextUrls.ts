export const CREDENTIALS_CONTEXT = "https://www.w3.org/ns/credentials/v2";
export const OPEN_BADGES_CONTEXT = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";

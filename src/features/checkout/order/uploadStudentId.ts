import type * as z from "zod/mini";
import { uploadStudentIdReplySchema } from "../../../domain/sales/checkout.ts";
import { UNIVERSITY_HEADER } from "../../../domain/sales/studentIdFile.ts";
import { browserEnv } from "../../../platform/env.ts";
import { bearer } from "../../../platform/functions.ts";
import type { CallFailure } from "../checkoutCall.ts";

export type UploadStudentId = (
  file: File,
  university: string,
) => Promise<{ ok: true; data: z.output<typeof uploadStudentIdReplySchema> } | CallFailure>;

/** Long enough to upload 5 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 180_000;
const OFFLINE: CallFailure = { ok: false, kind: "offline", message: null };
const BROKEN: CallFailure = { ok: false, kind: "broken", message: null };

/**
 * POSTs to upload-student-id, which accepts anonymous uploads. `onProgress` receives the fraction sent, 0 to 1. Only
 * XMLHttpRequest reports upload progress; fetch does not.
 */
export function studentIdUpload(onProgress: (part: number) => void): UploadStudentId {
  return async (file, university) => {
    const { functionsUrl, publishableKey } = browserEnv();
    const token = await bearer(publishableKey);
    const request = new XMLHttpRequest();
    request.open("POST", `${functionsUrl}/upload-student-id`);
    request.setRequestHeader("apikey", publishableKey);
    // Signed-in buyers are rate-limited per account, because a campus may share one IP address.
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader(UNIVERSITY_HEADER, encodeURIComponent(university));
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    return new Promise((resolve) => {
      request.onload = () => resolve(interpret(request.status, request.responseText));
      request.onerror = () => resolve(OFFLINE);
      request.ontimeout = () => resolve(OFFLINE);
      request.send(file);
    });
  };
}

function interpret(status: number, text: string): Awaited<ReturnType<UploadStudentId>> {
  const json = parseJson(text);
  if (status >= 200 && status < 300) {
    const reply = uploadStudentIdReplySchema.safeParse(json);
    return reply.success ? { ok: true, data: reply.data } : BROKEN;
  }
  if (typeof json !== "object" || json === null || !("error" in json)) return BROKEN;
  return typeof json.error === "string" ? { ok: false, kind: "refused", message: json.error } : BROKEN;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // It is not JSON, so it is not a valid reply.
  }
}

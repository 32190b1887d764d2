import type { z } from "zod";
import {
  MAX_STUDENT_ID_BYTES,
  studentFormSchema,
  type uploadStudentIdReplySchema,
} from "../../src/domain/sales/checkout.ts";
import { UNIVERSITY_HEADER } from "../../src/domain/sales/studentIdFile.ts";
import { STUDENT_ID_BUCKET } from "../_shared/accounts/studentIdFiles.ts";
import { DatabaseError } from "../_shared/database.ts";
import { isStorable, readBytes } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { enforceDailyCap } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { randomToken, sha256Hex } from "../_shared/random.ts";
import { cleanJpeg, Unreadable } from "./cleanJpeg.ts";

const REF_BYTES = 32;
const JPEG = "image/jpeg";
/** A client that is still sending may lose the reply, so a file that is a little too large is read to its end. */
const READ_BYTES = MAX_STUDENT_ID_BYTES + 64 * 1024;

const tooLarge = () => new Refusal(413, "file_too_large", "File size must be less than 5MB");

/** Daily caps on uploads, also of files that are refused. A campus may share one network address. */
const PER_DAY = { person: 30, address: 200 };

/**
 * POST a JPEG as the body and the university in a header: stores the image privately without its metadata and returns
 * `{ ref }`, valid for one order. The body is not a form, because parsing a hostile one takes Deno more than three seconds.
 */
export default serveFunction(
  { name: "upload-student-id", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof uploadStudentIdReplySchema>> => {
    const uploaded = await readBytes(call.request, READ_BYTES, tooLarge());
    await enforceDailyCap(call, "student IDs", await userIdOf(call), PER_DAY);
    const bytes = requireImage(call, uploaded);
    const university = requireUniversity(call.request);
    const ref = randomToken(REF_BYTES);
    await store(call, { bytes, university, refHash: await sha256Hex(ref) });
    return { ref };
  },
);

/** Percent-encoded, because a header holds no other letters than English ones. */
function requireUniversity(request: Request): string {
  const result = studentFormSchema.shape.university.safeParse(
    decoded(request.headers.get(UNIVERSITY_HEADER)),
  );
  if (!result.success || !isStorable(result.data)) {
    throw new Refusal(400, "bad_request", result.error?.issues[0]?.message ?? "University is required");
  }
  return result.data;
}

function decoded(header: string | null): string {
  try {
    return decodeURIComponent(header ?? "");
  } catch {
    throw new Refusal(400, "bad_request", "The name of the university is not encoded correctly.");
  }
}

async function userIdOf(call: Call): Promise<string | null> {
  const caller = await identifyCaller(call);
  return caller.kind === "user" ? caller.userId : null;
}

function requireImage(call: Call, uploaded: Uint8Array): Uint8Array {
  if (uploaded.length >= MAX_STUDENT_ID_BYTES) throw tooLarge();
  if (uploaded.length === 0) throw new Refusal(400, "student_id_required", "Please upload your student ID");
  try {
    const bytes = cleanJpeg(uploaded);
    if (bytes.length >= MAX_STUDENT_ID_BYTES) throw tooLarge();
    return bytes;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    call.log.info("student_id_unreadable", { reason: error.message });
    const text =
      "We could not read this file. Please reload the page and choose your student ID again, or upload it as a JPEG image.";
    throw new Refusal(400, "student_id_invalid", text);
  }
}

async function store(
  call: Call,
  file: { bytes: Uint8Array; university: string; refHash: string },
): Promise<void> {
  // A generated name: the buyer's file name may contain anything, and its extension could make a browser run the file.
  const path = crypto.randomUUID();
  const bucket = call.admin.storage.from(STUDENT_ID_BUCKET);
  // The client library writes this after "max-age=". Its default keeps the picture in a browser's cache for an hour.
  const cacheControl = "0, no-store";
  const uploaded = await bucket.upload(path, file.bytes, { contentType: JPEG, cacheControl });
  if (uploaded.error) throw uploaded.error;

  const { error } = await call.admin.from("student_ids").insert({
    ref_hash: file.refHash,
    path,
    content_type: JPEG,
    bytes: file.bytes.byteLength,
    university: file.university,
  });
  if (!error) return;
  const removed = await bucket.remove([path]);
  if (removed.error) call.log.fault("orphan_file", removed.error, { path });
  throw new DatabaseError("student_ids", error);
}

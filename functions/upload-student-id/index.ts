import type { z } from "zod";
import {
  MAX_STUDENT_ID_BYTES,
  studentFormSchema,
  type uploadStudentIdReplySchema,
} from "../../src/domain/sales/checkout.ts";
import type { StudentIdType } from "../../src/domain/sales/studentIdFile.ts";
import { STUDENT_ID_BUCKET } from "../_shared/accounts/studentIdFiles.ts";
import { DatabaseError } from "../_shared/database.ts";
import { isStorable, readBytes } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { enforceDailyCap } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { randomToken, sha256Hex } from "../_shared/random.ts";
import { cleanStudentId } from "./clean.ts";
import { TooLarge, Unreadable } from "./unreadable.ts";

const REF_BYTES = 32;
/** Room for the form's other parts and boundaries. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

const tooLarge = () => new Refusal(413, "file_too_large", "File size must be less than 5MB");

/** Daily caps on uploads, also of files that are refused. A campus may share one network address. */
const PER_DAY = { person: 30, address: 200 };

/**
 * POST multipart `file`, `university`: decodes the whole file, stores it privately without its metadata and returns
 * `{ ref }`, valid for one order.
 */
export default {
  fetch: serveFunction(
    { name: "upload-student-id", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
    async (call): Promise<z.input<typeof uploadStudentIdReplySchema>> => {
      const body = await readBody(call.request);
      // Reading a hostile form or file is what costs time.
      await enforceDailyCap(call, "student IDs", await userIdOf(call), PER_DAY);
      const form = await readForm(body);
      const university = requireUniversity(form);
      const file = await requireFile(form);
      const { bytes, type } = await requireReadable(call, file);
      const ref = randomToken(REF_BYTES);
      await store(call, { bytes, type, university, refHash: await sha256Hex(ref) });
      return { ref };
    },
  ),
};

const noForm = () => new Refusal(400, "bad_request", "The request is not a valid form.");

async function readBody(request: Request): Promise<Response> {
  const bytes = await readBytes(request, MAX_STUDENT_ID_BYTES + FORM_OVERHEAD_BYTES, tooLarge());
  const contentType = request.headers.get("content-type") ?? "";
  // The other kind of form holds no file, but millions of entries.
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw noForm();
  // The copy satisfies the type checker, which requires bytes in a plain buffer.
  return new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } });
}

async function readForm(body: Response): Promise<FormData> {
  try {
    return await body.formData();
  } catch {
    throw noForm();
  }
}

function requireUniversity(form: FormData): string {
  const result = studentFormSchema.shape.university.safeParse(form.get("university") ?? "");
  if (!result.success || !isStorable(result.data)) {
    throw new Refusal(400, "bad_request", result.error?.issues[0]?.message ?? "University is required");
  }
  return result.data;
}

async function requireFile(form: FormData): Promise<Uint8Array> {
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) {
    throw new Refusal(400, "student_id_required", "Please upload your student ID");
  }
  if (file.size >= MAX_STUDENT_ID_BYTES) throw tooLarge();
  return new Uint8Array(await file.arrayBuffer());
}

async function userIdOf(call: Call): Promise<string | null> {
  const caller = await identifyCaller(call);
  return caller.kind === "user" ? caller.userId : null;
}

async function requireReadable(
  call: Call,
  uploaded: Uint8Array,
): Promise<{ bytes: Uint8Array; type: StudentIdType }> {
  try {
    const cleaned = await cleanStudentId(uploaded);
    if (cleaned.bytes.length >= MAX_STUDENT_ID_BYTES) throw tooLarge();
    return cleaned;
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge();
    if (!(error instanceof Unreadable)) throw error;
    call.log.info("student_id_unreadable", { reason: error.message });
    const text =
      "We could not read this file. Please upload your student ID as a JPEG or PNG image, or as a PDF.";
    throw new Refusal(400, "student_id_invalid", text);
  }
}

async function store(
  call: Call,
  file: { bytes: Uint8Array; type: StudentIdType; university: string; refHash: string },
): Promise<void> {
  // A generated name: the buyer's file name may contain anything, and its extension could make a browser run the file.
  const path = crypto.randomUUID();
  const bucket = call.admin.storage.from(STUDENT_ID_BUCKET);
  const uploaded = await bucket.upload(path, file.bytes, { contentType: file.type });
  if (uploaded.error) throw uploaded.error;

  const { error } = await call.admin.from("student_ids").insert({
    ref_hash: file.refHash,
    path,
    content_type: file.type,
    bytes: file.bytes.byteLength,
    university: file.university,
  });
  if (!error) return;
  const removed = await bucket.remove([path]);
  if (removed.error) call.log.fault("orphan_file", removed.error, { path });
  throw new DatabaseError("student_ids", error);
}

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { App } from "@supabase/lite";
import { z } from "zod";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type ObjectMetadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;

const describedSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  mimetype: z.string(),
  cacheControl: z.string(),
  eTag: z.string(),
  size: z.int(),
  lastModified: z.coerce.date(),
});
type Described = z.infer<typeof describedSchema>;

/**
 * Stores objects as files in `folder`, which the first upload creates. The file name is the digest of bucket and key, so
 * that no key can escape the folder or collide with another on a case-insensitive file system. A `.json` file beside it
 * contains the metadata.
 */
export function createFileStorage(folder: string): StorageAdapter {
  const fileOf = (bucket: string, key: string) => {
    const digest = createHash("sha256").update(`${bucket}/${key}`).digest("hex");
    return join(folder, digest.slice(0, 2), digest);
  };
  const readAbout = async (bucket: string, key: string): Promise<Described> =>
    describedSchema.parse(JSON.parse(await readFile(`${fileOf(bucket, key)}.json`, "utf8")));

  const store = async (
    bucket: string,
    key: string,
    bytes: Uint8Array,
    about: Pick<Described, "mimetype" | "cacheControl">,
  ) => {
    const file = fileOf(bucket, key);
    const eTag = `"${createHash("md5").update(bytes).digest("hex")}"`;
    const described: Described = {
      ...about,
      bucket,
      key,
      eTag,
      size: bytes.byteLength,
      lastModified: new Date(),
    };
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(`${file}.json`, JSON.stringify(described));
    await replaceFile(file, bytes);
    return described;
  };
  const remove = async (bucket: string, key: string) => {
    const file = fileOf(bucket, key);
    await rm(file, { force: true });
    await rm(`${file}.json`, { force: true });
  };

  return {
    driver: folder,
    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const bytes = body instanceof Uint8Array ? body : await readAll(body);
      return metadataOf(await store(bucket, key, bytes, { mimetype, cacheControl }));
    },
    async getObject(bucket, key) {
      const metadata = metadataOf(await readAbout(bucket, key));
      return { httpStatusCode: 200, metadata, body: await readFile(fileOf(bucket, key)) };
    },
    async headObject(bucket, key) {
      return metadataOf(await readAbout(bucket, key));
    },
    async copyObject(sourceBucket, source, _sourceVersion, targetBucket, target) {
      const bytes = await readFile(fileOf(sourceBucket, source));
      const { eTag, lastModified } = await store(
        targetBucket,
        target,
        bytes,
        await readAbout(sourceBucket, source),
      );
      return { httpStatusCode: 200, eTag, lastModified };
    },
    deleteObject: remove,
    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },
    async privateAssetUrl(bucket, key) {
      return `file://${fileOf(bucket, key)}`;
    },
  };
}

function metadataOf({ size, mimetype, cacheControl, eTag, lastModified }: Described): ObjectMetadata {
  return { size, contentLength: size, mimetype, cacheControl, eTag, lastModified };
}

/** Writes the new content to disk before renaming it, so that a crash leaves either the old file or the new one. */
async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, content, { flush: true, mode: 0o600 });
  await rename(temporary, file);
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

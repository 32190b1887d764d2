import { z } from "zod";
import { type DataExport, exportReplySchema } from "../../src/domain/privacy.ts";
import { callDatabase } from "../_shared/database.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { enforceLimitOn } from "../_shared/http/rateLimit.ts";
import { serveFunction } from "../_shared/http/serve.ts";

/** Per person, because an export is large. */
const PERSON_LIMIT = { requests: 10, windowSeconds: 3600 };

/** POST, for a signed-in user: returns all data that the server holds about them. */
export default serveFunction(
  { name: "export-my-data", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<DataExport> => {
    const user = await requireUser(call);
    await enforceLimitOn(call.admin, `export-my-data ${user.id}`, PERSON_LIMIT);
    const { isAddressProven, sections } = await callDatabase(
      call.admin,
      "export_my_data",
      { p_user: user.id },
      z.object(exportReplySchema.shape).pick({ isAddressProven: true, sections: true }),
    );
    return { madeAt: new Date().toISOString(), account: { ...user }, isAddressProven, sections };
  },
);

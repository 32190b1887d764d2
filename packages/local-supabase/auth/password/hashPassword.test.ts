import { expect, test } from "vitest";
import { START_TIMEOUT_MS, startTestBackend, TEST_KEYS } from "../../testing.ts";

test(
  "passwords are hashed at GoTrue's cost unless another cost is set",
  async () => {
    const costs = [];
    for (const passwordCost of [undefined, 4]) {
      await using backend = await startTestBackend({}, { passwordCost });
      await backend
        .client(TEST_KEYS.secretKey)
        .auth.admin.createUser({ email: "a@example.com", password: "long enough" });
      const [user] = await backend.query<{ hash: string }>(
        "select encrypted_password as hash from auth.users",
      );
      costs.push(user?.hash.slice(0, 7));
    }
    expect(costs).toEqual(["$2a$10$", "$2a$04$"]);
  },
  START_TIMEOUT_MS,
);

import { inflateSync } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { sql } from "kysely";
import { z } from "zod";
import { paymentAnswer } from "#src/api/payments/schemas.ts";
import { type Receipt, receiptPdf } from "#src/api/payments/receipt-pdf.ts";
import { buyerLines, receiptNotes } from "#src/api/payments/receipt-lines.ts";
import { erasePurchases } from "#src/domain/payments/erase-purchases.ts";
import { findPurchase } from "#src/domain/payments/purchase-queries.ts";
import { issueReceipts } from "#src/domain/payments/issue-receipts.ts";
import { paymentProvider } from "#src/providers/payments/chosen.ts";
import { signedIn } from "#harness/clients/session.ts";
import { paymentFor } from "#harness/payments/payment-for.ts";
import { buy, giveBack, placeOrder, tellOf } from "#test/support/purchases.ts";
import { startService } from "#test/support/service.ts";

const service = await startService();
const { db } = service.resources;
test.after.always(() => service[Symbol.asyncDispose]());

const seller = {
  name: "Speech Ltd",
  address: ["1 High Street", "Pune"],
  tax_id: "GSTIN 1",
  tax_label: "GST",
  tax_rate: 18,
};
const page = z.object({ items: z.array(paymentAnswer), total: z.int() });
const payments = async (key: string, query = "") =>
  (await service.call("GET", `/v1/payments${query}`, { key })).data(page);
const receipt = (key: string, orderId: string) => service.call("GET", `/v1/payments/${orderId}/receipt`, { key });
const numberOf = async (orderId: string) => {
  const row = db.selectFrom("payment_orders").select(["receipt_number as number", "receipt"]).where("id", "=", orderId);
  return row.executeTakeFirstOrThrow();
};

const sold: Receipt = {
  ...{ number: 1, orderId: "1", providerOrderId: "order_1", paidAt: new Date(0), period: null, buyer: [] },
  ...{ amount: 49_900, refunded: 0, currency: "INR", method: "upi" },
  credits: { plan_name: "Starter", months: 1, tts_credits: 500_000, asr_credits: 36_000 },
  ...{ issued_at: "2026-11-20T08:30:00.000Z", payment_id: "pay_1", description: "Starter, 1 month", seller },
};

const isPdf = (t: ExecutionContext, content: Uint8Array): void => {
  const text = Buffer.from(content).toString("latin1");
  t.true(text.startsWith("%PDF-1.") && text.trimEnd().endsWith("%%EOF"));
};

test.serial(
  "receipts are numbered consecutively, in the order of payment, also when several processes issue them",
  async (t) => {
    const orders: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { userId } = await service.account(0);
      orders.push((await buy(db, userId)).orderId);
      await placeOrder(db, userId, { planId: "pro" });
    }
    const issued = await Promise.all(Array.from({ length: 6 }, () => issueReceipts({ db }, seller)));
    t.is(
      issued.reduce((sum, count) => sum + count),
      12,
    );
    const numbers = await Promise.all(orders.map(async (id) => (await numberOf(id)).number));
    t.deepEqual(
      numbers,
      orders.map((_, index) => index + 1),
    );
    t.is(await issueReceipts({ db }, seller), 0);
  },
);

test.serial("numbers have no gap after a transaction that was rolled back", async (t) => {
  const { userId } = await service.account(0);
  const { orderId } = await buy(db, userId);
  await t.throwsAsync(
    db.transaction().execute(async (trx) => {
      await trx.updateTable("payment_orders").set({ receipt_number: 13 }).where("id", "=", orderId).execute();
    }),
    undefined,
    "a number without its receipt",
  );
  await issueReceipts({ db }, seller);
  t.is((await numberOf(orderId)).number, 13);
});

test.serial("a receipt keeps what it said when settings and plans change", async (t) => {
  const { userId } = await service.account(0);
  const { orderId, id: payment_id } = await buy(db, userId);
  await issueReceipts({ db }, seller);
  const { receipt: first } = await numberOf(orderId);
  t.like(first, { payment_id, description: "Starter, 1 month", seller });
  await db.updateTable("plans").set({ display_name: "Renamed" }).where("id", "=", "starter").execute();
  await issueReceipts({ db }, { ...seller, name: "Other Ltd" });
  t.deepEqual((await numberOf(orderId)).receipt, first);
  await db.updateTable("plans").set({ display_name: "Starter" }).where("id", "=", "starter").execute();
});

test.serial("an account lists what it has paid and given back, and downloads its receipts", async (t) => {
  const { key, userId } = await service.account(0);
  t.deepEqual(await payments(key), { items: [], total: 0 });
  const payment = await buy(db, userId);
  await placeOrder(db, userId, { planId: "pro" });
  const facts = {
    payments_order_id: payment.orderId,
    description: "Starter, 1 month",
    currency: "INR",
    amount: 49_900,
  };
  t.like((await payments(key)).items, [{ ...facts, refunded: 0, receipt_number: null }]);
  t.is((await receipt(key, payment.orderId)).status, 404, "it is not issued yet");
  await issueReceipts({ db }, seller);
  const answer = await receipt(key, payment.orderId);
  t.is(answer.status, 200);
  t.is(answer.headers.get("content-type"), "application/pdf");
  t.regex(answer.headers.get("content-disposition") ?? "", /^inline; filename="receipt-R-0000\d\d\.pdf"$/);
  isPdf(t, answer.bytes);
  t.deepEqual((await receipt(key, payment.orderId)).bytes, answer.bytes, "the same each time");
  await giveBack(db, payment);
  t.like((await payments(key)).items, [{ ...facts, refunded: 49_900 }]);
  isPdf(t, (await receipt(key, payment.orderId)).bytes);
  t.deepEqual((await payments(key, "?page=2")).items, []);
});

test.serial("payments are listed by the days on which they were made, by the clock of the reader", async (t) => {
  const { key, userId } = await service.account(0);
  const { orderId } = await buy(db, userId);
  const paidAt = new Date("2026-03-31T20:00:00Z");
  await db.updateTable("payment_orders").set({ paid_at: paidAt }).where("id", "=", orderId).execute();
  for (const [query, total] of [
    ["from=2026-03-31&to=2026-03-31", 1],
    ["from=2026-04-01", 0],
    ["to=2026-03-30", 0],
    ["from=2026-04-01&to=2026-04-01&utc_offset=330", 1],
    ["to=2026-03-31&utc_offset=330", 0],
  ] as const)
    t.is((await payments(key, `?${query}`)).total, total, query);
  t.is((await service.call("GET", "/v1/payments?from=2026-04-02&to=2026-04-01", { key })).status, 422);
});

test.serial("a receipt is drawn once, until it shows something else, and forgotten with its buyer", async (t) => {
  const { key, userId } = await service.account(0);
  const { orderId, ...payment } = await buy(db, userId);
  await issueReceipts({ db }, seller);
  const kept = async () =>
    (await db.selectFrom("drawn_receipts").select("content").where("order_id", "=", orderId).executeTakeFirst())
      ?.content;
  t.is(await kept(), undefined);
  const answers = await Promise.all(Array.from({ length: 5 }, () => receipt(key, orderId)));
  const [first] = answers;
  for (const { bytes } of answers) t.deepEqual(bytes, first?.bytes);
  t.deepEqual(await kept(), first?.bytes);
  const mark = Buffer.from("%PDF as it was kept");
  await db.updateTable("drawn_receipts").set({ content: mark }).where("order_id", "=", orderId).execute();
  t.deepEqual((await receipt(key, orderId)).bytes, mark, "it is not drawn again");
  await giveBack(db, { orderId, ...payment });
  isPdf(t, (await receipt(key, orderId)).bytes);
  t.notDeepEqual(await kept(), mark);
  await erasePurchases(db, userId);
  t.is(await kept(), undefined);
});

const keepDetails = (key: string, json: object) => service.call("PUT", "/v1/billing-details", { key, json });

test.serial("a receipt has the buyer's details as of its issue, and none after the account was closed", async (t) => {
  const { key, userId } = await service.account(0);
  const none = { company: "", address: "", tax_number: "", tax_state: null, updated_at: null };
  t.like((await service.call("GET", "/v1/billing-details", { key })).json, { data: none });
  const given = {
    company: " Example Ltd ",
    address: "1 High Street\r\n\n Bengaluru ",
    tax_number: "29 aagcb 7383 j1z4",
  };
  const kept = { company: "Example Ltd", address: "1 High Street\nBengaluru", tax_number: "29AAGCB7383J1Z4" };
  t.like((await keepDetails(key, given)).json, { data: { ...kept, tax_state: "Karnataka" } });
  const { orderId } = await buy(db, userId);
  await issueReceipts({ db }, seller);
  const before = (await receipt(key, orderId)).bytes;
  await keepDetails(key, { company: "Other Ltd", address: "", tax_number: "" });
  await db.updateTable("users").set({ name: "Another name" }).where("id", "=", userId).execute();
  const found = await findPurchase(db, { orderId, userId });
  t.like(found?.buyer, kept);
  t.true(found?.period_start instanceof Date && found.period_end instanceof Date);
  t.deepEqual((await receipt(key, orderId)).bytes, before);
  await sql`update users set closed_at = now(), name = '', email = '' where id = ${userId}`.execute(db);
  await erasePurchases(db, userId);
  const nothing = { name: "", email: "", company: "", address: "", tax_number: "" };
  t.deepEqual((await findPurchase(db, { orderId, userId }))?.buyer, nothing);
});

test.serial("a receipt that the release before has issued keeps the buyer from its first download on", async (t) => {
  const { key, userId } = await service.account(0);
  const { orderId } = await buy(db, userId);
  await issueReceipts({ db }, seller);
  await sql`update payment_orders set receipt = receipt - 'buyer' where id = ${orderId}`.execute(db);
  await keepDetails(key, { company: "First Ltd", address: "", tax_number: "" });
  const first = (await receipt(key, orderId)).bytes;
  await keepDetails(key, { company: "Second Ltd", address: "", tax_number: "" });
  t.deepEqual((await receipt(key, orderId)).bytes, first);
  t.like((await findPurchase(db, { orderId, userId }))?.buyer, { company: "First Ltd" });
});

test.serial("a second payment for an order is listed with it, until it is refunded or resolved", async (t) => {
  const { key, userId } = await service.account(0);
  const { orderId } = await buy(db, userId);
  const second = paymentFor(orderId);
  const furtherOf = async () => (await payments(key)).items[0]?.further_payments;
  t.deepEqual(await furtherOf(), []);
  t.is((await tellOf(db, second)).status, "quarantined");
  const facts = { payment_id: second.id, amount: second.amount, resolved_at: null };
  t.like(await furtherOf(), [{ ...facts, refunded: 0 }]);
  await issueReceipts({ db }, seller);
  await giveBack(db, second);
  t.like(await furtherOf(), [{ ...facts, refunded: second.amount }]);
  t.is((await payments(key)).items[0]?.refunded, 0, "the payment that paid the order stays");
});

test("a GSTIN is taken with the right form, state and check digit, and any other tax number as it is", async (t) => {
  const { key } = await service.account(0);
  const problemOf = async (taxNumber: string) => {
    const { status, json } = await keepDetails(key, { company: "", address: "", tax_number: taxNumber });
    const rows = z.object({ detail: z.array(z.looseObject({ loc: z.array(z.unknown()) })).optional() }).parse(json);
    return status === 200 ? null : rows.detail?.[0]?.loc;
  };
  for (const good of ["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "DE 123 456 789", "GB123456789", ""])
    t.is(await problemOf(good), null, good);
  for (const bad of ["27AAPFU0939F1ZW", "28AAPFU0939F1ZV", "40AAPFU0939F1ZV", "27AAPFU0939F1Z", "27AAPFU0939F0ZV"])
    t.deepEqual(await problemOf(bad), ["body", "tax_number"], bad);
  const lines = await keepDetails(key, { company: "", address: "a\nb\nc\nd\ne\nf", tax_number: "" });
  t.is(lines.status, 422);
});

test.serial("receipts are drawn in another thread than that of the API", async (t) => {
  const { key, userId } = await service.account(0);
  const orders = [await buy(db, userId), await buy(db, userId), await buy(db, userId)];
  await issueReceipts({ db }, seller);
  const begun = process.threadCpuUsage();
  for (const answer of await Promise.all(orders.map(({ orderId }) => receipt(key, orderId)))) isPdf(t, answer.bytes);
  const { user, system } = process.threadCpuUsage(begun);
  const ms = (user + system) / 1000;
  t.true(ms < 250, `drawing three took this thread ${ms.toFixed(0)} ms`);
});

test.serial("receipts are for the account and for admins alone", async (t) => {
  const [owner, stranger, admin] = [await service.account(0), await service.account(0), await service.account(0)];
  const { orderId } = await buy(db, owner.userId);
  await issueReceipts({ db }, seller);
  const path = `/v1/payments/${orderId}/receipt`;
  const adminPath = `/v1/admin/payments/${orderId}/receipt`;
  t.like((await service.call("GET", path, { key: stranger.key })).json, { code: "payment_not_found" });
  t.is((await service.call("GET", adminPath, { key: stranger.key })).status, 403);
  t.is((await service.call("GET", path, {})).status, 401);
  await db.updateTable("users").set({ role: "admin" }).where("id", "=", admin.userId).execute();
  const session = await signedIn(service.resources, admin.userId);
  isPdf(t, (await service.call("GET", adminPath, session)).bytes);
  t.is((await service.call("GET", path, session)).status, 404);
  await sql`update users set closed_at = now(), name = '', email = '' where id = ${owner.userId}`.execute(db);
  isPdf(t, (await service.call("GET", adminPath, session)).bytes);
});

const gstin = "29AAGCB7383J1Z4";
const ada = { name: "Ada", email: "ada@example.com", company: "", address: "", tax_number: gstin };

test("a receipt without a tax says so, and names no place of supply", (t) => {
  t.deepEqual(receiptNotes(seller), []);
  t.deepEqual(buyerLines(ada, seller), ["Ada", `GSTIN: ${gstin}`, "Place of supply: Karnataka (29)", ada.email]);
  const untaxed = { ...seller, tax_rate: 0 };
  t.deepEqual(receiptNotes(untaxed), ["No tax was charged."]);
  t.deepEqual(buyerLines(ada, untaxed), ["Ada", `GSTIN: ${gstin}`, ada.email]);
});

test("a receipt for a payment with test keys says that no money was moved", (t) => {
  t.deepEqual(receiptNotes({ ...seller, is_test: true }), [
    "Test: paid with the test keys of the payment provider. No money was moved.",
  ]);
  t.true(paymentProvider.isTestKey("rzp_test_1DP5mmOlF5G5ag"));
  t.false(paymentProvider.isTestKey("rzp_live_1DP5mmOlF5G5ag"));
});

/** The heights at which the texts of a PDF stand, in points from the lower edge of the page. */
const heightsOf = (pdf: Buffer): readonly number[] =>
  [...pdf.toString("latin1").matchAll(/\nstream\n/g)].flatMap(({ index }) => {
    const content = inflateSync(pdf.subarray(index + 8)).toString("latin1");
    return [...content.matchAll(/^1 0 0 1 [\d.]+ ([\d.]+) Tm$/gm)].map(([, height]) => Number(height));
  });

test("a receipt uses its whole page, with the seller beside the buyer", async (t) => {
  const buyer = ["Ada", "2 Low Street", "Delhi", "ada@example.com"];
  const heights = heightsOf(await receiptPdf({ ...sold, buyer }, { colour: "#0b6e4f", logo: null }));
  t.true(heights.length > 20, `${heights.length} texts`);
  const untaxed = { ...sold, buyer, seller: { ...seller, tax_rate: 0 } };
  const lowest = Math.min(...heightsOf(await receiptPdf(untaxed, { colour: "#0b6e4f", logo: null })));
  t.true(lowest < 150, `the note stands at ${lowest}`);
  const rows = Map.groupBy(heights, (height) => Math.round(height));
  t.true([...rows.values()].filter((row) => row.length > 1).length > 8, "most texts have one beside them");
});

const names = [
  ...["José Ærø", "Łukasz Żółć", "Ирина", "Ελένη", "मीरा शर्मा", "क्‍ष", "李小龍", "محمد", "தமிழ்", "👩‍👩‍👧", "Nguyễn Văn Đậu"],
  ...[
    "",
    "\u0000\u0007\r\n",
    "\ud800",
    "a\u0301\u0302\u0303".repeat(50),
    "W".repeat(5_000),
    "(\\) Tj ET %PDF",
    "<script>",
  ],
];

for (const name of names) {
  test(`a receipt for ${JSON.stringify(name).slice(0, 24)} is drawn`, async (t) => {
    const buyer = [
      name,
      name,
      ...Array.from({ length: 5 }, () => name),
      "GSTIN 29AAGCB7383J1Z4",
      `${name}@example.com`,
    ];
    const texts = { buyer, description: name };
    const address = Array.from({ length: 6 }, () => name);
    const period = { start: new Date(0), end: new Date(86_400_000) };
    const long = { ...sold, ...texts, period, seller: { ...seller, name, address }, refunded: 100 };
    const content = await receiptPdf(long, { colour: "#0b6e4f", logo: Buffer.from("no PNG") });
    isPdf(t, content);
    t.is(content.toString("latin1").match(/\/Type \/Page\n/g)?.length, 1, "it has one page");
    t.true(content.length < 400_000, `${content.length} bytes`);
  });
}

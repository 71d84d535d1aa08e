import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import test from "ava";
import { openDiskReserve } from "#src/platform/disk/disk-reserve.ts";

const path = tmpdir();

async function disk() {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, all: blocks * bsize };
}

test("parallel reservations never exceed the reserve", async (t) => {
  const { free } = await disk();
  const reserve = openDiskReserve({ path, percent: 0.001 });
  const third = Math.floor(free / 3);
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => reserve.take(third)));
  t.is(taken.filter(({ status }) => status === "fulfilled").length, 2);
  await t.throwsAsync(reserve.take(third), { message: /not have enough free storage/ });
});

test("a disk with less than its reserve takes nothing", async (t) => {
  const { free, all } = await disk();
  const percent = Math.min((free / all) * 100 + 1, 100);
  await t.throwsAsync(openDiskReserve({ path, percent }).take(0), { message: /not have enough free storage/ });
});

test("space is free again at the next look after its file has ended", async (t) => {
  const { free } = await disk();
  const reserve = openDiskReserve({ path, percent: 0.001 });
  const most = Math.floor(free * 0.8);
  const space = await reserve.take(most);
  space[Symbol.dispose]();
  await t.throwsAsync(reserve.take(most), undefined, "the disk has not been looked at since");
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await t.notThrowsAsync(reserve.take(most));
});

test("written bytes count as the disk counts them, and only once", async (t) => {
  const { free } = await disk();
  const reserve = openDiskReserve({ path, percent: 0.001 });
  const half = Math.floor(free / 2);
  const space = await reserve.take(half);
  space.written(half);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await t.notThrowsAsync(reserve.take(half));
});

test("a file that becomes longer than was set aside makes no room for others", async (t) => {
  const { free } = await disk();
  const reserve = openDiskReserve({ path, percent: 0.001 });
  const space = await reserve.take(1);
  space.written(free);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await t.throwsAsync(reserve.take(Math.floor(free * 1.5)), { message: /not have enough free storage/ });
});

test("without a reserve nothing is looked at", async (t) => {
  const space = await openDiskReserve({ path: "/no/such/folder", percent: 0 }).take(Number.MAX_SAFE_INTEGER);
  t.notThrows(() => space[Symbol.dispose]());
});

import test from "ava";
import { callerAddress } from "#src/api/callers/caller-address.ts";

const proxy = "10.0.0.1";

test("without trusted proxies only the connection counts, whatever a header says", (t) => {
  for (const header of ["", "203.0.113.9", "203.0.113.9, 203.0.113.8", "[2001:db8::1]:80", "nonsense"]) {
    t.is(callerAddress("198.51.100.7", header, 0), "198.51.100.7", header);
  }
});

test("behind proxies it is the entry that their number counts from the right", (t) => {
  const header = "1.1.1.1, 203.0.113.9, 10.0.0.2";
  t.is(callerAddress(proxy, header, 1), "10.0.0.2");
  t.is(callerAddress(proxy, header, 2), "203.0.113.9");
  t.is(callerAddress(proxy, header, 3), "1.1.1.1");
});

test("what a caller writes before the entries of our proxies changes nothing", (t) => {
  for (const forged of [
    "",
    "1.1.1.1, ",
    "1.1.1.1,2.2.2.2,",
    ",,,",
    'unknown, _hidden, "::1", ',
    "x".repeat(8_000) + ",",
  ]) {
    t.is(callerAddress(proxy, `${forged}203.0.113.9, 10.0.0.2`, 2), "203.0.113.9", forged.slice(0, 40));
  }
});

test("a header with too few entries is not believed", (t) => {
  t.is(callerAddress(proxy, "", 1), proxy);
  t.is(callerAddress(proxy, "203.0.113.9", 2), proxy);
  t.is(callerAddress(proxy, "203.0.113.9, 10.0.0.2", 3), proxy);
});

test("an entry that is no address is not believed", (t) => {
  for (const entry of [
    "unknown",
    "_hidden",
    "for=1.2.3.4",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "::g",
    "[::1",
    "",
    " ",
    "1.2.3.4:http",
  ]) {
    t.is(callerAddress(proxy, `1.1.1.1, ${entry}`, 1), proxy, entry);
  }
});

test("spaces, ports and brackets around an address do not make it another", (t) => {
  for (const entry of ["203.0.113.9", "  203.0.113.9\t", "203.0.113.9:4711", " 203.0.113.9:1 "]) {
    t.is(callerAddress(proxy, entry, 1), "203.0.113.9", entry);
  }
  for (const entry of ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:443", " [2001:DB8:0:0::0001] "]) {
    t.is(callerAddress(proxy, entry, 1), "2001:db8:0:0::/64", entry);
  }
});

test("IPv6 addresses count by their /64 network", (t) => {
  const networkOf = (address: string) => callerAddress(address, "", 0);
  t.is(networkOf("2001:db8:1:2:3:4:5:6"), networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  t.not(networkOf("2001:db8:1:2::"), networkOf("2001:db8:1:3::"));
  t.is(networkOf("::1"), "0:0:0:0::/64");
  t.is(networkOf("::1.2.3.4"), "0:0:0:0::/64");
  t.is(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  t.is(networkOf("1:2:3:4:5:6:7::"), "1:2:3:4::/64");
});

test("an IPv4 address in IPv6 clothes is the IPv4 address", (t) => {
  for (const address of ["::ffff:203.0.113.9", "::FFFF:cb00:7109", "0:0:0:0:0:ffff:203.0.113.9"]) {
    t.is(callerAddress(address, "", 0), "203.0.113.9", address);
    t.is(callerAddress(proxy, `[${address}]:80`, 1), "203.0.113.9", address);
  }
  t.is(callerAddress("::ffff:1.2.0.4", "", 0), "1.2.0.4");
});

test("a closed connection has a name, too", (t) => {
  t.is(callerAddress(undefined, "", 0), "unknown");
  t.is(callerAddress(undefined, "203.0.113.9", 1), "203.0.113.9");
});

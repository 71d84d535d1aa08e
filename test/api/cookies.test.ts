import test from "ava";
import { callerAddress } from "#src/api/callers/caller-address.ts";
import { cookieValues, onlyCookie, sessionCookie } from "#src/api/http/cookies.ts";
import { preferredWaitSeconds } from "#src/api/results/prefer.ts";
import { cpuTimeMs } from "#test/support/cpu-time.ts";

test("a cookie is found between spaces and tabs", (t) => {
  t.is(onlyCookie(`a=b; ${sessionCookie}=x`, sessionCookie), "x");
  t.is(onlyCookie(`a=b;\t ${sessionCookie} =\tx=y \t;c=d`, sessionCookie), "x=y");
});

for (const blank of ["\u00a0", "\ufeff", "\u2003", "\v", "\f"]) {
  test(`a name with U+${blank.charCodeAt(0).toString(16)} is the name of another cookie`, (t) => {
    t.deepEqual(cookieValues(`${blank}${sessionCookie}=x; ${sessionCookie}${blank}=y`, sessionCookie), []);
    t.deepEqual(cookieValues(`${sessionCookie}=x${blank}`, sessionCookie), [`x${blank}`]);
  });
}

test("other headers are cut at spaces and tabs only, too", (t) => {
  t.is(preferredWaitSeconds(" respond-async\t", 60), 0);
  t.is(preferredWaitSeconds("\u00a0respond-async", 60), 60);
  t.is(callerAddress("10.0.0.1", "192.0.2.1, \t192.0.2.2 ", 1), "192.0.2.2");
  t.is(callerAddress("10.0.0.1", "192.0.2.1,\u00a0192.0.2.2", 1), "10.0.0.1");
});

test("a header of nothing but blanks takes no time", (t) => {
  const takenMs = cpuTimeMs(() => cookieValues(`a${" ".repeat(200_000)}b=c`, sessionCookie));
  t.true(takenMs < 1_000, `${takenMs} ms`);
});

const fullScale = 32_768;

/** G.711: a byte is a sign, an exponent of 3 bits and a mantissa of 4 bits. */
function muLawSample(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return (inverted & 0x80) === 0 ? magnitude - 0x84 : 0x84 - magnitude;
}

function aLawSample(code: number): number {
  const even = code ^ 0x55;
  const [exponent, mantissa] = [(even & 0x70) >> 4, (even & 0x0f) << 4];
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return (even & 0x80) === 0 ? -magnitude : magnitude;
}

const tableOf = (sampleOf: (code: number) => number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, code) => sampleOf(code) / fullScale);

/** The samples, −1 to 1, of the codes of telephones. */
export const telephoneTables = { mulaw: tableOf(muLawSample), alaw: tableOf(aLawSample) } as const;

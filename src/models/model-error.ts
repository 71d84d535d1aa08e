/** Why a model cannot be had, in a sentence that says what to do. */
export class ModelError extends Error {
  override readonly name: string = "ModelError";
}

/** A file of an installed model that is not what was installed. */
export class DamagedModelError extends ModelError {
  override readonly name = "DamagedModelError";
  /** Names the file and the model, and says what is wrong with it. */
  readonly problem: string;

  /** @param what is wrong with the file, as the end of a sentence */
  constructor(model: string, file: string, what: string) {
    super(`${file} of ${model} is damaged: ${what}. Run: npm run models -- pull ${model}`);
    this.problem = `${file} of ${model}: ${what}`;
  }
}

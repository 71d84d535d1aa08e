import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { coordinatesOf, type EmbeddedPoints, type StyleSpace, styleSize } from "./style-space.ts";

/**
 * The directions of timbre that the speaker encoder hears best, as what is added to a style for a step of 1: the left singular
 * vectors of the covariance of styles and embeddings.
 */
export function timbreDirections(
  space: StyleSpace,
  { points, embeddings }: EmbeddedPoints,
  count: number,
): readonly Float32Array[] {
  const styles = new Matrix(points.map(({ base, offset }) => [...coordinatesOf(space, base, offset)]));
  const heard = new Matrix(embeddings.map((embedding) => [...embedding]));
  const centredStyles = styles.subRowVector(styles.mean("column"));
  const covariance = centredStyles.transpose().mmul(heard.subRowVector(heard.mean("column")));
  const squared = covariance.mmul(covariance.transpose());
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(squared, { assumeSymmetric: true });
  const strongest = realEigenvalues
    .map((value, index) => ({ value, index }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, count);
  return strongest.map(({ index }) => {
    const direction = new Float32Array(styleSize);
    direction.set(eigenvectorMatrix.getColumnVector(index).transpose().mmul(space.timbre.toStyle).to1DArray());
    return direction;
  });
}

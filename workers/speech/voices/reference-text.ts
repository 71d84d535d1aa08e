/**
 * What a profile speaks while it is being fitted: most English vowels, statements and a question for the melody. One text
 * serves all languages: with one profile espeak-ng's median pitch differs by half a semitone between languages without
 * tones, by two and a half to those with (measured, 1.51).
 */
export const referenceText = `
The boat was moored beside the old stone bridge before noon. A tall boy threw bread to the ducks, while his
father looked on and laughed. Could you hear the church bells that evening? Later we all had tea and cake.
`;

import { speechOf, type Speaker } from '../words.ts'

/** Resolves once what is told beside the packages can be said in the language of the place: what came later would move what is there. */
export async function findWords(speaker: Speaker) {
  while (!speechOf(speaker, 'trackingAftercare')) await new Promise(requestAnimationFrame)
}

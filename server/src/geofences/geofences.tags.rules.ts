import { foldText } from '@rumbo/contract/fold-text'

/** The tags without repetitions, by what a search takes for equal. */
export const distinctTags = (tags: readonly string[]): string[] =>
  [...new Map(tags.toReversed().map((tag) => [foldText(tag), tag])).values()].toReversed()

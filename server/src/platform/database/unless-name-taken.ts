import { problem } from '../problem.ts'
import { constraintOf } from './constraint-of.ts'

/**
 * Waits for a statement that writes a name.
 * @param constraint the unique index of the names
 * @throws Problem `name_taken`, where another row has the name
 */
export async function unlessNameTaken(constraint: string, writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    throw constraintOf(error) === constraint ? problem('name_taken') : error
  }
}

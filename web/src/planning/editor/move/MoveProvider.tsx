import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useText } from '../../../ui/i18n.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { usePlanEditor } from '../plan-editor.ts'
import { usePlanWords } from '../use-plan-words.ts'
import { GapMark } from './GapMark.tsx'
import { MoveNote } from './MoveNote.tsx'
import { MovingProvider } from './move.ts'
import { createMoving } from './moving.ts'
import { useMoveKeys } from './use-move-keys.ts'

/** Lets what is below move orders. What is moved follows the plan while nothing was dropped yet. */
export function MoveProvider({ children }: { children: ReactNode }) {
  const { t, language } = useText()
  const editor = usePlanEditor()
  const words = usePlanWords()
  const toasts = useToasts()
  const warn = (message: string) => void toasts.show({ type: 'warning', message })
  const latest = useRef({ editor, words, t, language, warn })
  useEffect(() => {
    latest.current = { editor, words, t, language, warn }
  })
  const moving = useMemo(() => createMoving(() => latest.current), [])
  const { content, stopsToCome, problem, unplanned } = editor
  // What is dropped refers to the plan as it was when the move began.
  // biome-ignore lint/correctness/useExhaustiveDependencies: ended where the plan changed
  useEffect(() => () => moving.cancel(), [moving, content])
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at where the day changed
  useEffect(() => moving.follow(), [moving, stopsToCome, problem])
  // The first search of a page takes several times as long as those after it.
  const [first] = unplanned
  const isReady = useRef(false)
  useEffect(() => {
    if (isReady.current || first === undefined) return
    isReady.current = true
    moving.prepare({ serviceIds: [first.serviceId] })
  }, [moving, first])
  useMoveKeys(moving)
  return (
    <MovingProvider value={moving}>
      {children}
      <GapMark />
      <MoveNote />
    </MovingProvider>
  )
}

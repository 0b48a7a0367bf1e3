import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { useText } from '../../ui/i18n.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

interface ChosenIdsProps {
  label: string
  ids: readonly string[]
  /** What one of them is called. */
  nameOf: (id: string) => ReactNode
  onChange: (ids: string[]) => void
  /** What adds another one. */
  children: ReactNode
}

/** Records a rule names, each with its own way out, and a field that adds another. */
export function ChosenIds({ label, ids, nameOf, onChange, children }: ChosenIdsProps) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(ids.length, () => box.current?.querySelector<HTMLElement>('input, [role=button]'))
  return (
    <Box ref={box} sx={{ display: 'grid', gap: '8px' }}>
      {children}
      {ids.length > 0 && (
        <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          {ids.map((id) => {
            const remove = () => onChange(ids.filter((one) => one !== id))
            return (
              <Chip
                key={id}
                label={
                  <>
                    <Box component="span" sx={visuallyHidden}>{`${t('notificationRules.pick.remove')} `}</Box>
                    {nameOf(id)}
                  </>
                }
                // Its cross is no button of its own; by keyboard the whole chip is.
                onClick={remove}
                onDelete={remove}
              />
            )
          })}
        </Box>
      )}
    </Box>
  )
}

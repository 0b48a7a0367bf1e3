import Box from '@mui/material/Box'
import type { deletion } from '@rumbo/contract/organisation.contract'
import { type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import type * as z from 'zod'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

interface DeletionDialogProps {
  name: string
  /** What would be deleted; undefined while it is being counted. */
  preview: z.output<typeof deletion> | undefined
  /** Why counting failed. */
  error?: string
  confirmLabel: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

const parts = ['fleets', 'vehicles', 'users', 'contacts', 'openServices'] as const
/** A company is deleted with its vehicles; a fleet must have none. */
const inTheWay = (obstacle: string): readonly (typeof parts)[number][] =>
  obstacle === 'company_not_empty' ? ['openServices'] : ['vehicles', 'openServices']
const isCode = (code: string): code is ProblemCode => (problemCodes as readonly string[]).includes(code)

/** Lists what is deleted with a company or fleet and asks for its name; or explains why it cannot be deleted now. */
export function DeletionDialog(props: DeletionDialogProps) {
  const { name, preview, error, confirmLabel, onConfirm, onClose } = props
  const { t } = useText()
  const obstacle = preview?.obstacle ?? null
  const named = obstacle === null ? parts : inTheWay(obstacle)
  const goes = preview === undefined ? [] : named.filter((part) => preview[part] > 0)
  const head = obstacle === null ? 'companies.deletion.goes' : 'companies.deletion.has'
  return (
    <ConfirmDialog
      open
      isDestructive
      isBlocked={preview === undefined || obstacle !== null}
      title={t('companies.deletion.title', { name })}
      typeName={name}
      confirmLabel={confirmLabel}
      onConfirm={onConfirm}
      onClose={onClose}
      text={
        <Box aria-live="polite">
          {preview === undefined
            ? (error ?? t('companies.deletion.loading'))
            : goes.length > 0
              ? t(head)
              : obstacle === null && t('companies.deletion.nothing')}
          {preview !== undefined && goes.length > 0 && (
            <Box component="ul" sx={{ m: '6px 0 0', pl: '20px', color: token('text') }}>
              {goes.map((part) => (
                <li key={part}>{t(`companies.deletion.${part}`, { count: preview[part] })}</li>
              ))}
            </Box>
          )}
          {obstacle !== null && (
            <Box sx={{ mt: '12px', color: token('critical') }}>
              {isCode(obstacle)
                ? t(`problems.${obstacle}`, problemParams())
                : t('companies.deletion.blocked')}
            </Box>
          )}
        </Box>
      }
    />
  )
}

import Box from '@mui/material/Box'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { type MessageMethod, messageMethods } from '@rumbo/contract/communication.messages.contract'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { commonMethods, methodFor } from './reply-method.rules.ts'

interface ReplyMethodProps {
  parties: ThreadDetails['parties']
  chosen: MessageMethod | null
  onChoose: (method: MessageMethod | null) => void
}

/** By which way a message will go to the others, to be chosen where there are several. */
export function ReplyMethod({ parties, chosen, onChoose }: ReplyMethodProps) {
  const { t } = useText()
  const unreached = parties.filter(({ methods }) => methods.length === 0).map(({ name }) => name)
  const isSeveral = parties.length > 1
  const common = commonMethods(parties)
  const method = methodFor(parties, chosen)
  const options = [
    ...(isSeveral ? [{ value: '', label: t('communication.via.usual') }] : []),
    ...common.map((value) => ({ value, label: t(`communication.method.${value}`) })),
  ]
  return (
    <Box sx={{ display: 'grid', gap: '4px', typography: 'body2', color: token('textSoft') }}>
      {options.length > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
          <span aria-hidden>{t('communication.via.label')}</span>
          <InlineSelect
            label={t('communication.via.label')}
            value={method ?? ''}
            options={options}
            onChange={(value) => onChoose(messageMethods.find((one) => one === value) ?? null)}
          />
        </Box>
      )}
      {options.length === 1 && (
        <span>
          {method === null
            ? t('communication.via.each')
            : t('communication.via.one', { method: t(`communication.method.${method}`) })}
        </span>
      )}
      {unreached.length > 0 && (
        <Box component="span" sx={{ color: token('alarmed') }}>
          {t('communication.via.none', { names: unreached.join(', ') })}
        </Box>
      )}
    </Box>
  )
}

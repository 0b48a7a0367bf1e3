import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import {
  type AsideReply,
  discardAside,
  listAside,
  placeAside,
} from '@rumbo/contract/communication.aside.contract'
import { listThreads } from '@rumbo/contract/communication.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ListDialog } from '../ListDialog.tsx'
import { AttachmentView } from '../messages/AttachmentView.tsx'

interface AsideDialogProps {
  companyId: string
  onClose: () => void
}

/** Replies by mail and SMS that belong to no conversation for certain: each is put into one, or discarded. */
export function AsideDialog({ companyId, onClose }: AsideDialogProps) {
  const { t } = useText()
  const answer = useEndpoint(listAside, { query: { companyId } })
  const notKept = answer.data?.notKept ?? 0
  return (
    <ListDialog
      title={t('communication.aside.title')}
      answer={answer}
      failure={t('communication.error.aside')}
      empty={t('communication.aside.empty')}
      item={(reply) => <AsideItem key={reply.id} reply={reply} />}
      note={notKept > 0 && t('communication.aside.notKept', { count: notKept })}
      onClose={onClose}
    />
  )
}

function AsideItem({ reply }: { reply: AsideReply }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const mayWrite = useCan()('communication.write')
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const onError = (error: unknown) => setFailure(message(error, t('communication.error.asideChange')))
  const place = useChange(placeAside, { onError })
  const discard = useChange(discardAside, { onError })
  const { id, companyId, from, contactName, channel, subject, text, reason, receivedAt, attachments, more } =
    reply
  const search = useDelayed(typed.trim(), 250)
  const threads = useEndpoint(
    listThreads,
    { query: { companyId, search, size: 20 } },
    { placeholderData: keepPreviousData, enabled: mayWrite },
  )
  return (
    <Box component="li" sx={{ borderBottom: `1px solid ${token('line')}`, pb: '12px' }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', typography: 'body2' }}
      >
        <TintedChip colour="inactive">{t(`communication.aside.channel.${channel}`)}</TintedChip>
        <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
          {contactName === null ? from : `${contactName} (${from})`}
        </Box>
        <span>{formatDate(language, receivedAt)}</span>
      </Box>
      <Box sx={{ my: '4px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {subject !== '' && <Box sx={{ fontWeight: 620 }}>{subject}</Box>}
        {text}
        {attachments.map((attachment) => (
          <AttachmentView key={attachment.id} attachment={attachment} />
        ))}
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        {t(`communication.aside.reason.${reason}`)}
        {more > 0 && ` ${t('communication.aside.more', { count: more })}`}
      </Box>
      {mayWrite && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', mt: '8px' }}>
          <Autocomplete
            size="small"
            sx={{ flex: 1, minWidth: 200 }}
            options={(threads.data?.items ?? []).map((thread) => ({ id: thread.id, label: thread.title }))}
            value={null}
            loading={threads.isFetching}
            disabled={place.isPending || discard.isPending}
            filterOptions={(all) => all}
            getOptionKey={(thread) => thread.id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            onInputChange={(_, words, why) => why === 'input' && setTyped(words)}
            onChange={(_, thread) => {
              if (thread === null) return
              setFailure(null)
              place.mutate({ params: { id }, body: { threadId: thread.id } })
            }}
            noOptionsText={t('communication.aside.noThreads')}
            loadingText={t('ui.loading')}
            openText={t('communication.aside.place')}
            closeText={t('ui.close')}
            clearText={t('ui.clear')}
            renderInput={(input) => <TextField {...input} label={t('communication.aside.place')} />}
          />
          <Button size="small" loading={discard.isPending} onClick={() => setAsking(true)}>
            {t('communication.discard')}
          </Button>
        </Box>
      )}
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={t('communication.aside.discardTitle', { name: contactName ?? from })}
        text={t('communication.aside.discardText')}
        confirmLabel={t('communication.discard')}
        isDestructive
        onConfirm={async () => {
          setFailure(null)
          await discard.mutateAsync({ params: { id } }).catch(() => undefined)
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      />
    </Box>
  )
}

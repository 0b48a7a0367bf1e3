import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  deleteMessageTemplate,
  listMessageTemplates,
  type MessageTemplate,
} from '@rumbo/contract/communication.templates.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ListDialog } from '../ListDialog.tsx'
import { TemplateDialog } from './TemplateDialog.tsx'

interface TemplatesDialogProps {
  companyId: string
  onClose: () => void
}

/** The templates of a company, to be changed or deleted. */
export function TemplatesDialog({ companyId, onClose }: TemplatesDialogProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const toasts = useToasts()
  const [edited, setEdited] = useState<MessageTemplate | 'new' | null>(null)
  const [unwanted, setUnwanted] = useState<MessageTemplate | null>(null)
  const remove = useChange(deleteMessageTemplate, {
    onSuccess: () => toasts.show({ type: 'success', message: t('communication.template.deleted') }),
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('communication.error.templateDelete')) }),
  })
  return (
    <>
      <ListDialog
        title={t('communication.template.title')}
        answer={useEndpoint(listMessageTemplates, { query: { companyId } })}
        failure={t('communication.error.templates')}
        empty={t('communication.template.none')}
        item={(template) => (
          <Box component="li" key={template.id} sx={{ display: 'flex', alignItems: 'start', gap: '4px' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>{template.name}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
                {template.texts[language]}
              </Box>
            </Box>
            <IconButton
              aria-label={t('communication.template.edit', { name: template.name })}
              onClick={() => setEdited(template)}
            >
              <EditOutlined fontSize="small" />
            </IconButton>
            <IconButton
              aria-label={t('communication.template.delete', { name: template.name })}
              onClick={() => setUnwanted(template)}
            >
              <DeleteOutlineRounded fontSize="small" />
            </IconButton>
          </Box>
        )}
        actions={<Button onClick={() => setEdited('new')}>{t('communication.template.new')}</Button>}
        onClose={onClose}
      />
      {edited !== null && (
        <TemplateDialog
          companyId={companyId}
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={unwanted !== null}
        title={t('communication.template.deleteTitle', { name: unwanted?.name ?? '' })}
        text={t('communication.template.deleteText')}
        confirmLabel={t('communication.template.deleteConfirm')}
        isDestructive
        onConfirm={async () => {
          if (unwanted) await remove.mutateAsync({ params: { id: unwanted.id } }).catch(() => undefined)
          setUnwanted(null)
        }}
        onClose={() => setUnwanted(null)}
      />
    </>
  )
}

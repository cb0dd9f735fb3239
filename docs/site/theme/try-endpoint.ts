import { useData } from 'vitepress';
import { computed, defineComponent, h, onMounted, reactive, ref, type VNode } from 'vue';
import type { Endpoint } from '../endpoint.ts';
import { answerView, type CallAnswer } from './answer-view.ts';
import { callRequest } from './call-request.ts';
import { fieldInputs } from './field-inputs.ts';
import { baseUrl, dropSession, loadPlatform, sessionId } from './platform-session.ts';
import { sendCall } from './send-call.ts';

/** The form of an endpoint: sends the call to the reference platform and shows the answer. */
export const TryEndpoint = defineComponent({
  name: 'TryEndpoint',
  setup() {
    const { frontmatter } = useData();
    const endpoint = computed(() => frontmatter.value['endpoint'] as Endpoint);
    const values = reactive<Record<string, string>>({});
    const answer = ref<CallAnswer>();
    const isSending = ref(false);
    const isReady = ref(false);

    onMounted(async () => {
      await loadPlatform();
      isReady.value = true;
    });

    async function send(): Promise<void> {
      isSending.value = true;
      answer.value = await sendCall(endpoint.value, values);
      isSending.value = false;
    }

    return () =>
      h('div', { class: 'try-endpoint' }, [
        h('p', { class: 'try-note' }, noteOf(endpoint.value)),
        h(
          'form',
          {
            class: 'try-endpoint',
            onSubmit: (event: Event) => {
              event.preventDefault();
              void send();
            },
          },
          [
            platformField(),
            fieldInputs(endpoint.value.fields, values),
            h('div', { class: 'try-buttons' }, [
              h('button', { type: 'submit', disabled: !isReady.value || isSending.value }, 'Send'),
              ...sessionButton(),
            ]),
            h('p', { class: 'try-note' }, [
              h('code', endpoint.value.method),
              ` ${callRequest(baseUrl.value, endpoint.value, values).url}`,
            ]),
          ],
        ),
        h('div', { 'aria-live': 'polite' }, answer.value ? answerView(answer.value) : []),
      ]);
  },
});

const noteOf = ({ needsSession, id }: Endpoint): string =>
  [
    'Fields that are left empty are not sent.',
    needsSession && 'A session is opened with the first call.',
    id.startsWith('payment/') &&
      'Calls about money need a user: log in on the page session/login, with the provider manual, the username ada and the password lovelace.',
  ]
    .filter(Boolean)
    .join(' ');

const platformField = (): VNode =>
  h('label', { class: 'try-field' }, [
    h('b', 'Platform'),
    h('input', {
      name: 'try-base-url',
      type: 'url',
      required: true,
      value: baseUrl.value,
      placeholder: 'https://api.example.com/v3.1/741',
      onInput: (event: Event) => {
        baseUrl.value = (event.target as HTMLInputElement).value.replace(/\/+$/, '');
        dropSession();
      },
    }),
    h('span', 'A domain whose calls are not signed. npm start has one.'),
  ]);

function sessionButton(): VNode[] {
  if (!sessionId.value) return [];
  return [
    h(
      'button',
      { type: 'button', class: 'is-second', onClick: () => dropSession() },
      'Forget the session',
    ),
    h('span', { class: 'try-note' }, `Session ${sessionId.value}`),
  ];
}

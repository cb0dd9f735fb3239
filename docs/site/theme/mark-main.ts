import { useRoute } from 'vitepress';
import { onMounted, watch } from 'vue';

/** Makes the content of a page without a main landmark one: VitePress gives its home page none. */
export function markMain(): void {
  const route = useRoute();
  const mark = (): void => {
    const content = document.querySelector('#VPContent');
    if (content?.querySelector('main')) content.removeAttribute('role');
    else content?.setAttribute('role', 'main');
  };
  onMounted(mark);
  watch(() => route.path, mark, { flush: 'post' });
}

import '@fontsource/londrina-solid/latin-900.css';
import '@fontsource/londrina-solid/latin-400.css';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import './theatre/tokens.css';
import './theatre/base.css';
import './theatre/cards.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { follow } from './route.svelte';
import { listenForTouch } from './sound/sound';

document.addEventListener('click', follow);
listenForTouch();
mount(App, { target: document.getElementById('house')! });

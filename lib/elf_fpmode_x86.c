#include <Zydis/Zydis.h>

#include "elf_fpmode.h"

enum { STEPS = 400, PLACES = 32 };      /* instructions and functions that are looked at: initializers are short */

/* Where the walk has still to go, and where it was: each place once. */
struct places {
	uint64_t place[PLACES];
	size_t count;
};

static void add_place(struct places *places, uint64_t address)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->place[i] == address)
			return;
	if (places->count < PLACES)
		places->place[places->count++] = address;
}

static bool decode(const struct at_elf *elf, const ZydisDecoder *decoder, uint64_t address, ZydisDecodedInstruction *instruction)
{
	unsigned char bytes[ZYDIS_MAX_INSTRUCTION_LENGTH];
	ZydisDecoderContext context;
	size_t count = sizeof bytes;
	int64_t at;

	while ((at = at_elf_offset(elf, address, count)) < 0 && count > 1)      /* the last ones of a segment */
		count--;
	return at >= 0 && !at_elf_read(elf, (uint64_t)at, bytes, count) &&
			ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(decoder, &context, bytes, count, instruction));
}

bool at_x86_writes_mxcsr(const struct at_elf *elf, uint64_t address)
{
	struct places places = { .place = { address }, .count = 1 };
	ZydisDecodedInstruction instruction;
	ZydisDecoder decoder;
	unsigned steps = 0;

	if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)))
		return false;
	for (size_t i = 0; i < places.count; i++) {
		uint64_t at = places.place[i];
		for (; steps < STEPS && decode(elf, &decoder, at, &instruction); steps++) {
			if (instruction.mnemonic == ZYDIS_MNEMONIC_LDMXCSR || instruction.mnemonic == ZYDIS_MNEMONIC_VLDMXCSR)
				return true;
			at += instruction.length;
			if (instruction.raw.imm[0].is_relative)      /* call, jmp, jcc */
				add_place(&places, at + (uint64_t)instruction.raw.imm[0].value.s);
			if (instruction.meta.category == ZYDIS_CATEGORY_RET || instruction.meta.category == ZYDIS_CATEGORY_UNCOND_BR)
				break;
		}
	}
	return false;
}

// SPDX-License-Identifier: Apache-2.0
// Compiled types and the same types made at run time from their descriptions do the same with the
// same values; CDR is compared with an encoder that knows no shortcut.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <baton/msg/difference.hpp>
#include <baton/msg/dynamic_message.hpp>
#include <baton/msg/operations.hpp>
#include <baton/msg/type_hash.hpp>
#include <baton/msg/yaml.hpp>

#include "msg/testing/flat_message.hpp"
#include "msg/testing/random_message.hpp"
#include "msg/testing/reference_cdr.hpp"
#include "msg/testing/standard_types.hpp"

namespace baton::msg {
namespace {

using testing::FlatMessage;
using testing::RandomYaml;
using testing::ReferenceCdr;

/// Fewer rounds for large types: one message has all kinds of fields, and takes long.
std::uint64_t rounds_of(const TypeSupport& type) { return type.size_bytes > 2000 ? 1 : 4; }

std::shared_ptr<const ReflectedType> reflect(const TypeSupport& type) {
  std::string error;
  auto reflected = ReflectedType::parse(type.description, type.hash, error);
  EXPECT_NE(reflected, nullptr) << type.type_name << ": " << error;
  return reflected;
}

void set(DynamicMessage& message, const std::string& yaml) {
  std::string error;
  ASSERT_TRUE(from_yaml(message.type(), message.data(), yaml, error))
      << message.type().type_name << ": " << error << "\n"
      << yaml;
}

std::vector<std::byte> cdr_of(const DynamicMessage& message) {
  std::vector<std::byte> bytes;
  EXPECT_TRUE(encode_message(message.type(), message.data(), bytes));
  return bytes;
}

/// A type, compiled and reflected, and a message of random values in each.
struct Pair {
  Pair(const TypeSupport& type, std::uint64_t seed)
      : compiled(type), reflected_type(reflect(type)), reflected(reflected_type) {
    yaml = RandomYaml(seed).message(type);
    set(compiled, yaml);
    set(reflected, yaml);
  }
  DynamicMessage compiled;
  std::shared_ptr<const ReflectedType> reflected_type;
  DynamicMessage reflected;
  std::string yaml;
};

template <class Body>
void for_every_type(Body&& body) {
  for (const TypeSupport* type : testing::standard_types()) {
    SCOPED_TRACE(type->type_name);
    body(*type);
    if (::testing::Test::HasFailure()) return;
  }
}

/// A few messages of every type.
template <class Body>
void for_random_messages(Body&& body) {
  for_every_type([&](const TypeSupport& type) {
    for (std::uint64_t seed = 0; seed < rounds_of(type); ++seed) {
      Pair pair(type, seed);
      if (!::testing::Test::HasFailure()) body(pair);
      if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << "\n" << pair.yaml;
    }
  });
}

TEST(EveryType, HasTheLayoutThatReflectionComputes) {
  for_every_type([](const TypeSupport& type) {
    const auto reflected = reflect(type);
    ASSERT_NE(reflected, nullptr);
    const TypeSupport& other = reflected->type();
    EXPECT_EQ(other.type_name, type.type_name);
    EXPECT_EQ(other.hash, type.hash);
    EXPECT_EQ(other.description, type.description);
    EXPECT_EQ(other.layout_hash, type.layout_hash);
    EXPECT_EQ(other.size_bytes, type.size_bytes);
    EXPECT_EQ(other.alignment, type.alignment);
    EXPECT_EQ(other.plain, type.plain);
    EXPECT_EQ(other.any_bytes, type.any_bytes);
    EXPECT_EQ(other.dense, type.dense);
    EXPECT_EQ(other.cdr_least_bytes, type.cdr_least_bytes);
    ASSERT_EQ(other.fields.size(), type.fields.size());
    for (std::size_t i = 0; i < other.fields.size(); ++i) {
      EXPECT_EQ(other.fields[i].name, type.fields[i].name);
      EXPECT_EQ(other.fields[i].offset_bytes, type.fields[i].offset_bytes);
    }
    EXPECT_EQ(first_difference(type, other), "");
  });
}

TEST(EveryType, IsEncodedAsTheStandardSays) {
  for_random_messages([](Pair& pair) {
    const TypeSupport& type = pair.compiled.type();
    const auto expected = ReferenceCdr::encode(type, pair.compiled.data());
    EXPECT_EQ(cdr_of(pair.compiled), expected);
    EXPECT_EQ(cdr_of(pair.reflected), expected);
    // The result does not depend on where the message begins within a larger one.
    for (std::size_t at = 0; at < 8; ++at) {
      const std::size_t size = type.cdr_size(pair.compiled.data(), at);
      EXPECT_EQ(size, walk::cdr_size(type, pair.compiled.data(), at));
      std::vector<std::byte> one(at + size);
      std::vector<std::byte> other(at + size);
      CdrWriter compiled(one);
      CdrWriter walked(other);
      for (std::size_t i = 0; i < at; ++i) {
        compiled.put(std::uint8_t{1});
        walked.put(std::uint8_t{1});
      }
      type.encode(compiled, pair.compiled.data());
      walk::encode(type, walked, pair.compiled.data());
      EXPECT_TRUE(compiled.complete() && compiled.position() == one.size());
      EXPECT_TRUE(walked.complete() && walked.position() == other.size());
      EXPECT_EQ(one, other);
    }
  });
}

TEST(EveryType, IsDecodedFromEitherByteOrder) {
  for_random_messages([](Pair& pair) {
    for (const bool big_endian : {false, true}) {
      const auto bytes =
          ReferenceCdr::encode(pair.compiled.type(), pair.compiled.data(), big_endian);
      // Decode also into a message that has contents.
      DynamicMessage used(pair.compiled.type());
      set(used, RandomYaml(99).message(used.type()));
      ASSERT_TRUE(decode_message(used.type(), bytes, used.data()));
      EXPECT_EQ(first_difference(used.type(), pair.compiled.data(), used.data()), "");
      const auto decoded = DynamicMessage::decode(pair.reflected_type, bytes);
      ASSERT_TRUE(decoded);
      EXPECT_TRUE(*decoded == pair.reflected);
      EXPECT_TRUE(walk::equal(used.type(), used.data(), decoded->data()));
    }
  });
}

TEST(EveryType, IsNotDecodedFromFewerBytes) {
  for_random_messages([](Pair& pair) {
    const auto bytes = cdr_of(pair.compiled);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 24);
    for (std::size_t size = 0; size < bytes.size(); size += step) {
      // Decode from memory that ends with the message, so that reading on is noticed.
      const std::vector<std::byte> cut(bytes.begin(),
                                       bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(DynamicMessage::decode(pair.reflected_type, cut));
      DynamicMessage message(pair.compiled.type());
      EXPECT_FALSE(decode_message(message.type(), cut, message.data()));
    }
  });
}

TEST(EveryType, IsWrittenOnlyAsFarAsTheBufferGoes) {
  for_random_messages([](Pair& pair) {
    const auto bytes = cdr_of(pair.compiled);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 8);
    for (std::size_t size = 0; size < bytes.size(); size += step) {
      std::vector<std::byte> cut(size);
      EXPECT_FALSE(encode_message(pair.compiled.type(), pair.compiled.data(), std::span(cut)));
      EXPECT_FALSE(encode_message(pair.reflected.type(), pair.reflected.data(), std::span(cut)));
    }
  });
}

TEST(EveryType, IsCopiedAndComparedAlike) {
  for_random_messages([](Pair& pair) {
    const DynamicMessage compiled = pair.compiled;
    const DynamicMessage reflected = pair.reflected;
    EXPECT_TRUE(compiled == pair.compiled);
    EXPECT_TRUE(reflected == pair.reflected);
    // The walk and the compiled code free each other's blocks.
    DynamicMessage crossed(compiled.type());
    destroy(crossed.type(), crossed.data());
    walk::copy(crossed.type(), crossed.data(), compiled.data());
    EXPECT_TRUE(crossed == compiled);
    EXPECT_TRUE(walk::equal(compiled.type(), crossed.data(), reflected.data()));
  });
}

TEST(EveryType, HasTheFootprintThatItsBlocksTake) {
  for_random_messages([](Pair& pair) {
    const TypeSupport& type = pair.compiled.type();
    EXPECT_EQ(footprint(type, pair.compiled.data()),
              footprint(pair.reflected.type(), pair.reflected.data()));
    FlatMessage flat(type, pair.compiled.data());
    EXPECT_EQ(flat.used_bytes(), flat.bytes().size());
    EXPECT_TRUE(validate_message(type, flat.bytes()));
    EXPECT_TRUE(validate_message(pair.reflected.type(), flat.bytes()));
    EXPECT_TRUE(equal(type, flat.data(), pair.compiled.data()));
  });
}

TEST(EveryType, IsRefusedOrReadableWhateverAStrangerWrites) {
  std::mt19937_64 random(7);
  for_random_messages([&](Pair& pair) {
    const TypeSupport& type = pair.compiled.type();
    const FlatMessage honest(type, pair.compiled.data());
    for (std::uint64_t i = 0; i < 20 * rounds_of(type); ++i) {
      FlatMessage flat = honest;
      const std::size_t at = random() % flat.bytes().size();
      flat.data()[at] ^= static_cast<std::byte>(1u << random() % 8);
      const bool valid = validate_message(type, flat.bytes());
      EXPECT_EQ(valid, validate_message(pair.reflected.type(), flat.bytes()));
      // What is valid can be read to its end; the sanitizers look.
      if (valid) (void)ReferenceCdr::encode(type, flat.data());
    }
  });
}

TEST(EveryType, SurvivesYaml) {
  for_random_messages([](Pair& pair) {
    for (const bool flow : {false, true}) {
      const std::string text = to_yaml(pair.compiled.type(), pair.compiled.data(), {.flow = flow});
      EXPECT_EQ(text, to_yaml(pair.reflected.type(), pair.reflected.data(), {.flow = flow}));
      DynamicMessage read(pair.reflected_type);
      set(read, text);
      EXPECT_EQ(first_difference(read.type(), pair.reflected.data(), read.data()), "") << text;
    }
  });
}

}  // namespace
}  // namespace baton::msg
